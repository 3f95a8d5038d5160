import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import { inputSchemaOf } from '../../conversations/tools/arguments.ts'
import { done, type OfferedTool } from '../../conversations/tools/offered.ts'
import { parseNumber } from '../../platform/values/telephone.ts'

/**
 * The tools that pass a call on, once the assistant has said its last words. It goes to the number that the operator has
 * set, and to no other: a caller could talk a model into an expensive one.
 * @param ask called with the number, E.164
 */
export function transferTools(
  builtIn: readonly BuiltInTool[],
  ask: (number: string) => void,
): readonly OfferedTool[] {
  const tool = builtIn.find(({ type }) => type === 'call_transfer')
  const number = tool?.type === 'call_transfer' && parseNumber(tool.phone_number)?.e164
  if (!tool || !number) return []
  return [
    {
      name: 'transfer_call',
      description: tool.description ?? 'Connect the caller with a person.',
      inputSchema: inputSchemaOf([]),
      changesThings: true,
      endsChat: true,
      async run() {
        ask(number)
        return done('The caller is connected after your next words. Say so in one sentence.')
      },
    },
  ]
}
