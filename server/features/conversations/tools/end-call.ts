import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import { inputSchemaOf } from './arguments.ts'
import { done, type OfferedTool } from './offered.ts'

/** Ends the chat after the assistant's last words. */
export function endCallTool({
  description,
}: Extract<BuiltInTool, { type: 'end_call' }>): OfferedTool {
  return {
    name: 'end_call',
    description:
      description ?? 'End the chat once everything is said and the visitor has said goodbye.',
    inputSchema: inputSchemaOf([]),
    changesThings: true,
    endsChat: true,
    run: async () => done('The chat ends after your next words. Say goodbye in one sentence.'),
  }
}
