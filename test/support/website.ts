import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { StoredFault } from '#contracts/faults.ts'
import { createDocument, type KnowledgeDocument, listDocuments } from '#contracts/knowledge.ts'
import { knowledgeQueries } from '../../server/features/knowledge/queries.ts'
import { createdBase } from './knowledge.ts'
import { startServer, type TestServer } from './server.ts'

/** A page: its HTML, or a handler for it. */
export type SitePage = string | ((req: IncomingMessage, res: ServerResponse) => unknown)

/** A small website on loopback, by path; anything else is 404. Its pages may be changed while it runs. */
export async function startWebsite(pages: Record<string, SitePage>) {
  const asked: {
    readonly path: string
    readonly at: number
    readonly headers: IncomingMessage['headers']
  }[] = []
  const server = createServer((req, res) => {
    asked.push({ path: req.url!, at: performance.now(), headers: req.headers })
    const page = pages[req.url!]
    if (typeof page === 'function') page(req, res)
    else if (page === undefined) res.writeHead(404).end()
    else {
      const type = req.url!.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8'
      res.writeHead(200, { 'content-type': type }).end(page)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    pages,
    asked,
    port,
    url: `http://127.0.0.1:${port}`,
    /** The paths requested since the last call. */
    paths: () => asked.splice(0).map(({ path }) => path),
  }
}

/** A link, and a page with links. */
const linkTo = (href: string): string => `<a href="${href}">${href}</a>`
export const pageWith = (text: string, ...links: string[]): string =>
  `<title>${text}</title><nav>${links.map(linkTo).join(' ')}</nav><main><h1>${text}</h1><p>All about ${text}.</p></main>`

/** A server that may call a website, and does so without pausing unless told otherwise. */
export async function crawlWorld(
  pages: Record<string, SitePage>,
  options: Parameters<typeof startServer>[0] = {},
) {
  const site = await startWebsite(pages)
  const network = { policy: 'desktop' as const, allowPrivate: [`127.0.0.1:${site.port}`] }
  const limits = { crawlPauseMs: 1, pageMs: 500, ...options.limits }
  const server = await startServer({ ...options, network, limits })
  const base = await createdBase(server)
  return {
    site,
    server,
    base,
    /** Adds the website; resolves to the document in its initial state. */
    add: async (crawl: object = {}, path = '/'): Promise<KnowledgeDocument> => {
      const body = { type: 'website' as const, url: site.url + path, crawl }
      return (await server.call(createDocument, { params: { id: base }, body })).data
    },
    document: async (id: number): Promise<KnowledgeDocument> => {
      const { data } = await server.call(listDocuments, { params: { id: base } })
      return data.find((document) => document.id === id)!
    },
  }
}

/** Resolves once no crawl of a document is running. */
export function untilCrawled({ context }: Pick<TestServer, 'context'>, id: number): Promise<void> {
  const isOver = () =>
    context.db
      .prepare("SELECT 1 FROM crawls WHERE document_id = ? AND status IN ('waiting', 'running')")
      .get(id) === undefined || knowledgeQueries(context.db).document(id) === undefined
  return new Promise((resolve) => {
    const unsubscribe = context.events.onRecorded(() => queueMicrotask(look))
    function look() {
      if (!isOver()) return
      unsubscribe()
      resolve()
    }
    look()
  })
}

/** The known pages of a website. */
export function crawledPages({ context }: Pick<TestServer, 'context'>, id: number) {
  return context.db
    .prepare<[number], { url: string; status: string; error: StoredFault | null; depth: number }>(
      'SELECT url, status, error, depth FROM crawl_pages WHERE document_id = ? ORDER BY id',
    )
    .all(id)
}
