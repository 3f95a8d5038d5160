import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A page of a hostile website. */
export interface SitePage {
  /** Inserted before the tag. */
  readonly head?: string
  readonly body?: string
  /** The widget's tag; none when empty. */
  readonly tag?: string
  /** Position of the tag. */
  readonly at?: 'head' | 'body'
  /** Attributes of the document element. */
  readonly html?: string
  readonly doctype?: string
  readonly viewport?: boolean
  readonly headers?: Readonly<Record<string, string>>
  /** The whole document, replacing everything above except the headers. */
  readonly whole?: string
}

type Handler = (req: IncomingMessage, res: ServerResponse) => void

/** A website of another origin than Parley's. */
export interface Site {
  readonly origin: string
  /** Serves a page at its own address. */
  page(page: SitePage): string
  /** Serves anything below a path; resolves to its address. */
  at(path: string, handler: Handler): string
  close(): void
}

const TEXT = '<p>Bread, rolls and cake, baked every morning.</p>'.repeat(40)

/**
 * Starts a website on its own port, under the name `localhost`, which browsers treat as another site than
 * 127.0.0.1.
 */
export async function startSite(): Promise<Site> {
  const handlers = new Map<string, Handler>()
  let count = 0
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://localhost')
    const found = [...handlers].filter(
      ([path]) => pathname === path || pathname.startsWith(`${path}/`),
    )
    const handler = found.sort(([a], [b]) => b.length - a.length)[0]?.[1]
    if (handler) handler(req, res)
    else res.writeHead(pathname === '/favicon.ico' ? 204 : 404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const at = (path: string, handler: Handler): string => {
    handlers.set(path, handler)
    return origin + path
  }

  return {
    origin,
    at,
    page(page) {
      const headers = { 'content-type': 'text/html; charset=utf-8', ...page.headers }
      count += 1
      return at(`/page-${count}`, (_req, res) => res.writeHead(200, headers).end(htmlOf(page)))
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** A shop's page. */
export function htmlOf(page: SitePage): string {
  const { head = '', body = '', tag = '', at = 'body', html = 'lang="en"' } = page
  const viewport =
    page.viewport === false ? '' : '<meta name="viewport" content="width=device-width">'
  return (
    page.whole ??
    `${page.doctype ?? '<!doctype html>'}<html ${html}><head><meta charset="utf-8"><title>Bakery</title>${viewport}${head}${
      at === 'head' ? tag : ''
    }</head><body><main><h1>Bakery</h1>${body}${TEXT}</main>${at === 'body' ? tag : ''}</body></html>`
  )
}

/** Handles a request at a proxy, or says that it should be forwarded. */
export type Behaviour = (path: string, req: IncomingMessage, res: ServerResponse) => 'pass' | 'done'

/** A proxy in front of Parley that can be slow or broken; it serves everything that Parley serves. */
export async function startFront(target: string, behave: Behaviour) {
  const { host } = new URL(target)
  const seen: string[] = []
  const server = createServer((req, res) => {
    const path = req.url!.split('?')[0]!
    if (req.method !== 'OPTIONS') seen.push(`${req.method} ${path}`)
    if (behave(path, req, res) === 'pass') forward(target, host, req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every request so far, except preflights. */
    seen,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Forwards a request to Parley under Parley's own host name. */
export function forward(
  target: string,
  host: string,
  req: IncomingMessage,
  res: ServerResponse,
  path = req.url!,
): void {
  const onward = request(target + path, { method: req.method!, headers: { ...req.headers, host } })
  onward.on('response', (answer) => {
    res.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(res)
  })
  onward.on('error', () => res.destroy())
  res.on('close', () => onward.destroy())
  req.pipe(onward)
}
