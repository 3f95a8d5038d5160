import { type IncomingMessage, request, type ServerResponse } from 'node:http'

/**
 * The network of one chat: `storm` does to it whatever networks do, `calm` nothing. The others are dead ones: `silent`
 * keeps sockets open and says nothing, `refusing` closes them, `page` answers with a proxy's error page.
 */
export type Weather = 'storm' | 'calm' | 'silent' | 'refusing' | 'page'

/** One chat's way to the server. */
export interface Line {
  readonly random: () => number
  weather: Weather
  readonly streams: Set<OpenStream>
  /** When each request came. */
  readonly seen: { readonly what: string; readonly at: number }[]
  /** Requests that wait for the next one to go by. */
  readonly held: Set<() => void>
}

export interface OpenStream {
  /** Says nothing more, with its socket open. */
  isStalled: boolean
  cut(): void
}

/** One request on its way. */
export interface Passage {
  readonly line: Line
  readonly target: string
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** Counts what is done to it. */
  note(fault: string): void
}

const PAGE = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>'

/** Begins to send a request on to the server, under the server's own name. */
export function onward({ target, req }: Passage) {
  const { host } = new URL(target)
  const headers = { ...req.headers, host }
  return request(target + req.url, { method: req.method!, headers, agent: false })
}

/** The headers of an answer that belong to it and not to its connection. */
export function ownHeaders({ headers }: IncomingMessage) {
  const { 'transfer-encoding': _, connection: __, ...own } = headers
  return own
}

/** Answers in the server's place, as a proxy or the network of a hotel does. */
export function answerPage(res: ServerResponse, status = 502): void {
  res.writeHead(status, { 'content-type': 'text/html' }).end(PAGE)
}
