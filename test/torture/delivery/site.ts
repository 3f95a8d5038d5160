import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { build, type Rolldown } from 'vite'

/** A website of another origin than Parley's, whose pages contain the chats listed in their URL. */
export interface Site {
  /** A page with these chats; `port` is where Parley appears to be. */
  address(options: {
    readonly assistant: string
    readonly port: number
    readonly guests: readonly number[]
  }): string
  /** A page of the same website without a chat. */
  readonly elsewhere: string
  close(): void
}

/** Bundles the chats from source and serves them. */
export async function startSite(): Promise<Site> {
  const script = await bundle()
  const server = createServer((req, res) => {
    const isScript = req.url === '/guest.js'
    res.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
    const [, wait] = /^\/wait\?(\d+)$/.exec(req.url!) ?? []
    if (isScript) res.end(script)
    else if (wait) setTimeout(() => res.end(), Number(wait))
    else if (req.url?.startsWith('/shop')) {
      res.end('<!doctype html><title>Shop</title><script src="/guest.js"></script>')
    } else res.end('<!doctype html><title>Elsewhere</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address: ({ assistant, port, guests }) =>
      `${origin}/shop?${new URLSearchParams({ assistant, port: `${port}`, guests: `${guests}` })}`,
    elsewhere: `${origin}/elsewhere`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function bundle(): Promise<string> {
  const entry = path.join(import.meta.dirname, 'guest.ts')
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['iife'], name: 'guest' },
    },
  })) as Rolldown.RolldownOutput[]
  return built[0]!.output[0].code
}
