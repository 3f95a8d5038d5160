import { signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import type { BodyOf } from '#contracts/endpoint.ts'
import type { McpServer, updateMcpServer } from '#contracts/mcp-servers.ts'
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

  /** Updates a server; rejects with a message for the user. */
  async function change(id: number, body: BodyOf<typeof updateMcpServer>): Promise<void> {
    try {
      put((await api.updateMcpServer({ params: { id }, body })).data)
    } catch (failure) {
      throw new Error(explain(failure), { cause: failure })
    }
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
    switchTool: ({ id, tools_off: off }: McpServer, name: string, isOn: boolean): Promise<void> =>
      change(id, { tools_off: withName(off, name, !isOn) }),
    /** Sets whether a person approves each call of a tool; rejects with a message for the user. */
    askFirst: ({ id, tools_ask: asking }: McpServer, name: string, isOn: boolean): Promise<void> =>
      change(id, { tools_ask: withName(asking, name, isOn) }),
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

/** A list of names with or without one of them. */
function withName(names: readonly string[], name: string, isIn: boolean): string[] {
  const others = names.filter((each) => each !== name)
  return isIn ? [...others, name] : others
}
