import { computed, signal } from '@preact/signals'
import type { McpServer } from '#contracts/mcp-servers.ts'
import { type Api, showRefusal } from '../../../app/api.ts'

export type McpFormModel = ReturnType<typeof createMcpForm>

/** Form for adding or editing an MCP server. A stored token is not known here. */
export function createMcpForm(api: Api, saved: McpServer | undefined) {
  const name = signal(saved?.name ?? '')
  const url = signal(saved?.url ?? '')
  const token = signal('')
  /** True if the stored token should be deleted. */
  const forgets = signal(false)
  const isEnabled = signal(saved?.is_enabled ?? true)
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)

  function body() {
    const entered = token.value.trim()
    const sent = entered === '' && !forgets.value ? {} : { token: entered === '' ? null : entered }
    return { name: name.value, url: url.value.trim(), is_enabled: isEnabled.value, ...sent }
  }

  return {
    saved,
    name,
    url,
    token,
    forgets,
    isEnabled,
    errors,
    failure,
    busy,
    /** True if the typed URL has another origin than the one that the stored token is for. */
    moves: computed(() => saved?.has_token === true && originOf(url.value) !== originOf(saved.url)),
    /** Saves the server; undefined if it was refused. */
    async save(): Promise<McpServer | undefined> {
      if (busy.value) return undefined
      busy.value = true
      errors.value = {}
      failure.value = undefined
      try {
        const { data } = saved
          ? await api.updateMcpServer({ params: { id: saved.id }, body: body() })
          : await api.createMcpServer({ body: body() })
        return data
      } catch (error) {
        showRefusal(error, errors, failure)
        return undefined
      } finally {
        busy.value = false
      }
    },
  }
}

const originOf = (url: string): string | undefined =>
  URL.canParse(url.trim()) ? new URL(url.trim()).origin : undefined
