import { signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import type { McpServer } from '#contracts/mcp-servers.ts'
import { type Api, explain } from '../../../app/api.ts'

/** Result of the last refresh of a server. */
interface Refreshed {
  readonly ok: boolean
  readonly message: string
}

export type McpServersModel = ReturnType<typeof createMcpServersModel>

/** The account's MCP servers and their tools. */
export function createMcpServersModel(api: Api) {
  const servers = signal<readonly McpServer[]>()
  const error = signal<string>()
  /** Ids of the servers that are being refreshed. */
  const refreshing = signal<ReadonlySet<number>>(new Set())
  /** Results of refreshes, by server. */
  const results = signal<ReadonlyMap<number, Refreshed>>(new Map())

  function put(server: McpServer): void {
    const known = servers.value ?? []
    servers.value = known.some(({ id }) => id === server.id)
      ? known.map((each) => (each.id === server.id ? server : each))
      : [...known, server]
  }

  const keep = (id: number, result: Refreshed): void => {
    results.value = new Map([...results.value, [id, result]])
  }

  return {
    servers,
    error,
    refreshing,
    results,
    put,
    async load(): Promise<void> {
      error.value = undefined
      try {
        servers.value = (await api.listMcpServers()).data
      } catch (failure) {
        error.value = explain(failure)
      }
    },
    /** Lists a server's tools again; one refresh per server at a time. */
    async refresh(id: number): Promise<void> {
      if (refreshing.value.has(id)) return
      refreshing.value = new Set([...refreshing.value, id])
      try {
        const { ok, message, data } = await api.refreshMcpServer({ params: { id } })
        put(data)
        keep(id, { ok, message })
      } catch (failure) {
        keep(id, { ok: false, message: explain(failure) })
      }
      refreshing.value = new Set([...refreshing.value].filter((each) => each !== id))
    },
    /** Switches a tool on or off for all assistants; rejects with a message for the user. */
    async switchTool({ id, tools_off }: McpServer, name: string, isOn: boolean): Promise<void> {
      const others = tools_off.filter((each) => each !== name)
      try {
        const body = { tools_off: isOn ? others : [...others, name] }
        put((await api.updateMcpServer({ params: { id }, body })).data)
      } catch (failure) {
        throw new Error(explain(failure), { cause: failure })
      }
    },
    /** Removes a server, ignoring that it may already be gone; rejects with a message for the user. */
    async remove(id: number): Promise<void> {
      try {
        await api.deleteMcpServer({ params: { id } })
      } catch (failure) {
        const isGone = failure instanceof ApiError && failure.status === 404
        if (!isGone) throw new Error(explain(failure), { cause: failure })
      }
      servers.value = servers.value?.filter((server) => server.id !== id)
    },
  }
}
