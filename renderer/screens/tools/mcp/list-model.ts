import { type Signal, signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import type { BodyOf } from '#contracts/endpoint.ts'
import type { McpServer, updateMcpServer } from '#contracts/mcp-servers.ts'
import type { startMcpSignIn } from '#contracts/mcp-sign-ins.ts'
import { type Api, explain, showRefusal } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { openOutside } from './open-outside.ts'
import { createStartedSignIns } from './started-sign-ins.ts'

/** Result of the last refresh of a server. */
interface Refreshed {
  readonly ok: boolean
  readonly message: string
}

export type McpServersModel = ReturnType<typeof createMcpServersModel>

/** The account's MCP servers and their tools. */
export function createMcpServersModel(
  api: Api,
  live: Pick<Desk['live'], 'subscribe' | 'onResume'>,
) {
  const servers = signal<readonly McpServer[]>()
  const error = signal<string>()
  /** Ids of the servers that are being refreshed. */
  const refreshing = signal<ReadonlySet<number>>(new Set())
  /** Results of refreshes, by server. */
  const results = signal<ReadonlyMap<number, Refreshed>>(new Map())

  /** Ids of the servers whose sign-in is being started. */
  const starting = signal<ReadonlySet<number>>(new Set())
  const started = createStartedSignIns()

  /** A sign-in that has succeeded or failed is no longer waited for. */
  function follow({ id, sign_in: signIn }: McpServer): void {
    const before = servers.value?.find((each) => each.id === id)?.sign_in
    if (signIn?.state !== before?.state || (signIn?.error && signIn.error !== before?.error))
      started.forget(id)
  }

  function put(server: McpServer): void {
    follow(server)
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

  function replace(next: readonly McpServer[]): void {
    for (const server of next) follow(server)
    results.value = new Map([...results.value].filter(([, { ok }]) => ok))
    servers.value = next
  }

  async function reload(): Promise<void> {
    // The next change reads it again.
    const read = await api.listMcpServers().catch(() => undefined)
    if (read && servers.value) replace(read.data)
  }

  /** Starts a sign-in, and opens its page; false if it cannot start. Rejects if it is refused. */
  async function start(id: number, body: BodyOf<typeof startMcpSignIn>): Promise<boolean> {
    if (starting.value.has(id)) return false
    starting.value = new Set([...starting.value, id])
    try {
      const {
        authorization_url: url,
        expires_at: until,
        message,
        data,
      } = await api.startMcpSignIn({
        params: { id },
        body,
      })
      put(data)
      if (url === null || until === null) {
        keep(id, { ok: false, message })
        return false
      }
      drop(id)
      started.keep(id, url, until)
      openOutside(url)
      return true
    } finally {
      starting.value = new Set([...starting.value].filter((each) => each !== id))
    }
  }

  const stops = [
    live.subscribe(({ type }) => {
      if (type === 'mcp_servers.changed') void reload()
    }),
    live.onResume(() => void reload()),
    started.stop,
  ]

  const keep = (id: number, result: Refreshed): void => {
    results.value = new Map([...results.value, [id, result]])
  }

  const drop = (id: number): void => {
    results.value = new Map([...results.value].filter(([each]) => each !== id))
  }

  return {
    servers,
    error,
    refreshing,
    results,
    starting,
    pages: started.pages,
    put,
    cancelSignIn: started.forget,
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
        // The server has the reason of a failure, or asks for a sign-in.
        if (ok) keep(id, { ok, message })
        else drop(id)
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
    /** Starts signing in; a failure is shown at the server. */
    async signIn(id: number): Promise<void> {
      await start(id, {}).catch((failure) => keep(id, { ok: false, message: explain(failure) }))
    },
    /** Starts signing in as a client that was registered by hand; false if that was refused, with the reasons beside the fields. */
    async signInAs(
      id: number,
      body: BodyOf<typeof startMcpSignIn>,
      fields: Signal<Readonly<Record<string, string>>>,
      whole: Signal<string | undefined>,
    ): Promise<boolean> {
      try {
        // Any other failure is shown at the server.
        await start(id, body)
        return true
      } catch (failure) {
        showRefusal(failure, fields, whole)
        return false
      }
    },
    /** Signs out of a server; rejects with a message for the user. */
    async signOut(id: number): Promise<void> {
      try {
        put((await api.endMcpSignIn({ params: { id } })).data)
      } catch (failure) {
        throw new Error(explain(failure), { cause: failure })
      }
    },
    stop(): void {
      for (const stop of stops) stop()
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

/** A list of names with or without one of them. */
function withName(names: readonly string[], name: string, isIn: boolean): string[] {
  const others = names.filter((each) => each !== name)
  return isIn ? [...others, name] : others
}
