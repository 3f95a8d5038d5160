import http from 'node:http'
import https from 'node:https'

/** Idle time after which an open connection is closed, ms; it covers a turn of a conversation. */
const IDLE_MS = 30_000

/** Maximum number of idle connections per host. */
const MAX_IDLE = 8

/** Open connections to services that are called again and again, such as models: a new one costs two to four round trips. */
export interface Connections {
  /** The agent for a protocol, `http:` or `https:`. */
  agentFor(protocol: string): http.Agent
  /** Closes idle connections, and those in use. */
  close(): void
}

export function createConnections(): Connections {
  const options = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MAX_IDLE }
  const plain = new http.Agent(options)
  const encrypted = new https.Agent(options)
  return {
    agentFor: (protocol) => (protocol === 'https:' ? encrypted : plain),
    close() {
      plain.destroy()
      encrypted.destroy()
    },
  }
}
