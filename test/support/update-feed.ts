import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { feedOf } from '../../electron/update-feed.ts'
import { publicHalf, writeFeed } from '../../scripts/package/feed.ts'

/** Fields of a published version that differ from the defaults. */
interface Published {
  readonly version?: string
  readonly stage?: number
  readonly key?: KeyObject
  readonly notes?: string
  readonly content?: string
  readonly platform?: NodeJS.Platform
  readonly date?: Date
}

/** Names of the three Linux packages. */
export const packagesOf = (version: string) => {
  const arm = process.arch === 'arm64'
  return [
    `Parley-${version}-linux-${arm ? 'arm64' : 'x86_64'}.AppImage`,
    `Parley-${version}-linux-${arm ? 'arm64' : 'x64'}.tar.gz`,
    `parley_${version}_${arm ? 'arm64' : 'amd64'}.deb`,
  ] as const
}

function* forEver() {
  for (;;) yield Buffer.alloc(65_536, 'x')
}

/** A feed on this machine: a folder, a real web server in front of it, and a key pair. */
export async function startFeed() {
  const home = mkdtempSync(path.join(tmpdir(), 'parley-updates-'))
  const folder = path.join(home, 'feed')
  mkdirSync(folder)
  const { privateKey } = generateKeyPairSync('ed25519')
  const asked: string[] = []
  /** Responses of the server that are not files. */
  const odd = new Map<string, { status: number; headers?: Record<string, string> }>()

  /** Files that continue for as long as anyone reads them. */
  const endless = new Set<string>()
  /** Files that start and then stall. */
  const stalled = new Set<string>()

  const server = createServer((request, response) => {
    const name = path.basename(request.url!)
    asked.push(request.url!)
    // Connections are not reused: fetch keeps them alive with a timer, and tests fake those.
    response.setHeader('connection', 'close')
    if (stalled.has(name)) return void response.write('#!')
    if (endless.has(name)) return void Readable.from(forEver()).pipe(response)
    const answer = odd.get(name)
    if (answer) return void response.writeHead(answer.status, answer.headers).end()
    try {
      response.end(readFileSync(path.join(folder, name)))
    } catch {
      response.writeHead(404).end('<h1>Not here</h1>')
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/parley/`
  const channel = `latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`
  const at = (name: string) => path.join(folder, name)

  return {
    home,
    folder,
    url,
    asked,
    odd,
    endless,
    stalled,
    channel,
    key: privateKey,
    feed: feedOf(JSON.stringify({ updates: { url, key: publicHalf(privateKey) } }))!,
    /** Names of the requested files. */
    names: () => asked.map((address) => path.basename(address)).sort(),
    publish({
      version = '2.0.0',
      stage = 100,
      notes = '- **New.** It is.',
      ...more
    }: Published = {}) {
      for (const name of packagesOf(version))
        writeFileSync(at(name), more.content ?? `#!/bin/sh\n# ${name}\n`)
      const { platform = 'linux', key = privateKey, date = new Date() } = more
      if (platform === 'win32') writeFileSync(at(`Parley-${version}-win-x64.exe`), 'MZ')
      const { arch } = process
      writeFeed({ folder, version, platform, arch, notes, date, key, stage })
    },
    /** Changes a file as an intruder in the web server would. */
    change(name: string, how: (text: string) => string) {
      writeFileSync(at(name), how(readFileSync(at(name), 'latin1')), 'latin1')
    },
    remove: (name: string) => rmSync(at(name)),
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      rmSync(home, { recursive: true, force: true })
    },
  }
}

export type TestFeed = Awaited<ReturnType<typeof startFeed>>
