import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { z } from 'zod'
import { createLine, type LineOptions, type McpNeeds } from './line.ts'

/** A session with a server of the Model Context Protocol. Its requests are made one after the other. */
export interface McpSession {
  /**
   * Makes a request and validates its result.
   * @throws OutgoingError if there is none, McpRefusal if the server responds with an error
   */
  request<schema extends z.ZodType>(
    request: { readonly method: string; readonly params?: Record<string, unknown> },
    result: schema,
    signal: AbortSignal,
  ): Promise<z.output<schema>>
  /** Ends the session at the server, if it still answers. Never rejects. */
  close(): Promise<void>
}

/** Timeout of ending a session, ms. */
const CLOSE_MS = 2000

/** Longer than any timeout of ours, which ends a request first, ms. */
const NEVER_MS = 3_600_000

/**
 * Opens a session over Streamable HTTP, through the guarded way out. The server's instructions and its requests to this client are
 * ignored.
 * @throws OutgoingError, McpRefusal
 */
export async function openMcpSession(
  context: McpNeeds,
  place: LineOptions,
  signal: AbortSignal,
): Promise<McpSession> {
  // The protocol's library loads with the first session: most installations never open one.
  const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
  ])
  const line = createLine(context, place)
  const transport = new StreamableHTTPClientTransport(new URL(place.url), {
    fetch: line.fetch,
    reconnectionOptions: {
      initialReconnectionDelay: 1,
      maxReconnectionDelay: 1,
      reconnectionDelayGrowFactor: 1,
      maxRetries: 0,
    },
  })
  const client = new Client({ name: 'parley', title: 'Parley', version: context.version })

  async function close(): Promise<void> {
    const forever = new AbortController().signal
    const end = () => transport.terminateSession()
    const options = { ms: CLOSE_MS, evenIfBroken: true }
    await line.during(forever, end, options).catch(() => undefined)
    await client.close().catch(() => undefined)
  }

  try {
    await line.during(signal, (stop) =>
      // Its types allow `undefined` where those of its own interface do not.
      client.connect(transport as Transport, { signal: stop, timeout: NEVER_MS }),
    )
  } catch (error) {
    await close()
    throw error
  }
  return {
    request: (request, result, caller) =>
      line.during(caller, (stop) =>
        client.request(request, result, { signal: stop, timeout: NEVER_MS }),
      ),
    close,
  }
}
