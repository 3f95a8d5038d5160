import type { Localizer } from '#contracts/localize.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import type { ToolTest } from '#contracts/tools.ts'
import { allowableAddress } from '../../../providers/http/allowable.ts'
import { type CustomTool, customTool, type ToolRequest } from './custom.ts'
import type { ToolNeeds } from './offered.ts'
import { HIDDEN } from './result-text.ts'

/** Runs a tool once for an operator, through the same path as for a model. */
export async function tryOut(
  context: ToolNeeds,
  tool: CustomTool,
  args: JsonObject,
  localizer: Localizer,
): Promise<ToolTest> {
  let request: ToolRequest | undefined
  let http_status: number | null = null
  const offered = customTool(context, tool, {
    onSend: (sent) => {
      request = sent
    },
    onAnswer: ({ status }) => {
      http_status = status
    },
  })
  const startedAt = context.now().getTime()
  // Never aborted: the tool's own timeout ends it.
  const { status, result, detail } = await offered.run(args, new AbortController().signal)
  return {
    status,
    result,
    detail: detail ? localizer.translate(detail) : null,
    allowable_address: allowableAddress(detail),
    request: request ? shown(request, tool) : null,
    http_status,
    duration_ms: context.now().getTime() - startedAt,
  }
}

/** The request without the values that only the service may know. */
function shown({ method, url, headers, body }: ToolRequest, tool: CustomTool) {
  const own = new Set(tool.headers.map(({ name }) => name.toLowerCase()))
  const rows = Object.entries(headers).map(([name, value]) => ({
    name,
    value: own.has(name) ? HIDDEN : value,
  }))
  return { method, url, headers: rows, body: body ?? null }
}
