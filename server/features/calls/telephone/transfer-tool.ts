import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import { inputSchemaOf } from '../../conversations/tools/arguments.ts'
import { done, type OfferedTool, refused } from '../../conversations/tools/offered.ts'
import { parseNumber } from '../../platform/values/telephone.ts'

/**
 * The tools that pass a call on, once the assistant has said its last words. It goes to the number that the operator has
 * set, and to no other: a caller could talk a model into an expensive one.
 * @param isAllowed reports whether calls may go to a country, two letters
 * @param ask called with the number, E.164
 */
export function transferTools(
  builtIn: readonly BuiltInTool[],
  isAllowed: (country: string) => boolean,
  ask: (number: string) => void,
): readonly OfferedTool[] {
  const tool = builtIn.find((each) => each.type === 'call_transfer')
  const number = tool && parseNumber(tool.phone_number)
  if (!number) return []
  return [
    {
      name: 'transfer_call',
      description: tool.description ?? 'Connect the caller with a person.',
      inputSchema: inputSchemaOf([]),
      changesThings: true,
      endsChat: true,
      async run() {
        if (!isAllowed(number.country))
          return refused('The call cannot be passed on: calls to that country are not allowed.')
        ask(number.e164)
        return done('The caller is connected after your next words. Say so in one sentence.')
      },
    },
  ]
}
