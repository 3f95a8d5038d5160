import type { ToolCallRow } from '../../conversations/tools/call-queries.ts'
import { done, type OfferedTool, refused } from '../../conversations/tools/offered.ts'
import { isSearch } from '../../conversations/turns/offer-tools.ts'

/**
 * Tools that are not run: a call gets the result that it had in the conversation. Searching the knowledge base changes nothing and
 * stays.
 * @param onMissing called for a call without a recorded result
 */
export function recordedTools(
  tools: readonly OfferedTool[],
  calls: readonly ToolCallRow[],
  onMissing: () => void,
): readonly OfferedTool[] {
  return tools.map((tool) => {
    if (isSearch(tool)) return tool
    const { asksFirst: _, endsChat: __, ...offered } = tool
    return {
      ...offered,
      async run(args) {
        const text = JSON.stringify(args)
        const made = calls.find(
          ({ name, arguments: said, status }) =>
            name === tool.name && said === text && status === 'done',
        )
        if (made?.result != null) return done(made.result)
        onMissing()
        return refused('The function is not called in a test. Answer without its result.')
      },
    }
  })
}
