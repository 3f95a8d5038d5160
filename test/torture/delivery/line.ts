import { type IncomingMessage, request, type ServerResponse } from 'node:http'

/**
 * The network of one chat: `storm` does everything to it that networks do, `calm` nothing. The others are
 * dead: `silent` keeps sockets open without responding, `refusing` closes them, `page` answers with a proxy's
 * error page.
 */
export type Weather = 'storm' | 'calm' | 'silent' | 'refusing' | 'page'

/** One chat's connection to the server. */
export interface Line {
  readonly random: () => number
  weather: Weather
  readonly streams: Set<OpenStream>
  /** Arrival time of each request. */
  readonly seen: { readonly what: string; readonly at: number }[]
  /** Requests that wait for the next one to pass. */
  readonly held: Set<() => void>
}

export interface OpenStream {
  /** Silent, with its socket open. */
  isStalled: boolean
  cut(): void
}

/** One request in transit. */
export interface Passage {
  readonly line: Line
  readonly target: string
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** Counts the faults applied to it. */
  note(fault: string): void
}

const PAGE = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>'

/** Starts to forward a request to the server, under the server's own host name. */
export function onward({ target, req }: Passage) {
  const { host } = new URL(target)
  const headers = { ...req.headers, host }
  return request(target + req.url, { method: req.method!, headers, agent: false })
}

/** The end-to-end headers of a response. */
export function ownHeaders({ headers }: IncomingMessage) {
  const { 'transfer-encoding': _, connection: __, ...own } = headers
  return own
}

/** Answers instead of the server, as a proxy or a hotel's network does. */
export function answerPage(res: ServerResponse, status = 502): void {
  res.writeHead(status, { 'content-type': 'text/html' }).end(PAGE)
}
