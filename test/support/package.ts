import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FuseV1Options } from '@electron/fuses'
import { listAssistants } from '#contracts/assistants.ts'
import { createClient } from '#contracts/client.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import { FUSES } from '../../electron/fuses.ts'
import { KEY } from './server.ts'

const root = path.resolve(import.meta.dirname, '../..')

/**
 * A folder that passes for an Electron in electron-builder: a program with fuses in it, all of them set the
 * wrong way.
 */
export function stubElectron(stub: string): string {
  const { version } = JSON.parse(
    readFileSync(path.join(root, 'node_modules', 'electron', 'package.json'), 'utf8'),
  )
  const wrong = Array.from({ length: 9 }, (_, fuse) => (FUSES[fuse as FuseV1Options] ? '0' : '1'))
  mkdirSync(stub)
  writeFileSync(path.join(stub, 'version'), version)
  writeFileSync(
    path.join(stub, 'electron'),
    Buffer.concat([
      Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
      Buffer.from([1, wrong.length]),
      Buffer.from(wrong.join('')),
    ]),
    { mode: 0o755 },
  )
  return stub
}

/**
 * A folder that passes for electron-builder's AppImage tools. It produces a `tar` archive without the runtime
 * that would mount it.
 */
export function stubAppImageTools(folder: string): string {
  const arch = process.arch
  mkdirSync(path.join(folder, 'runtimes'), { recursive: true })
  mkdirSync(path.join(folder, 'lib', arch), { recursive: true })
  writeFileSync(path.join(folder, 'runtimes', `runtime-${arch}`), '')
  writeFileSync(path.join(folder, 'desktop-file-validate'), '')
  const makes = '#!/bin/sh\nexec tar -C "$1" -cf "$2" .\n'
  writeFileSync(path.join(folder, 'mksquashfs'), makes, { mode: 0o755 })
  return folder
}

/** Runs the built server of a folder while `use` runs. */
export async function withServer(app: string, use: (url: string) => Promise<void>): Promise<void> {
  const data = mkdtempSync(path.join(tmpdir(), 'parley-packed-'))
  const server = spawn(process.execPath, [path.join(app, 'dist', 'server', 'main.js')], {
    cwd: data,
    env: {
      PATH: process.env['PATH'],
      PARLEY_PORT: '0',
      PARLEY_DATA_DIR: path.join(data, 'data'),
      PARLEY_LOG: 'json',
      PARLEY_API_KEY: KEY,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(server, 'exit')
  let code: unknown
  try {
    await use(await addressOf(server))
  } finally {
    server.kill()
    code = (await ended)[0]
    rmSync(data, { recursive: true, force: true })
  }
  if (code !== 0) throw new Error(`The server ended with ${code}`)
}

/** Waits until a server reports its address. */
export async function addressOf(server: ChildProcess): Promise<string> {
  let said = ''
  for await (const text of server.stdout!.setEncoding('utf8')) {
    said += text
    const [line, rest] = said.split('\n')
    if (line && rest !== undefined) return JSON.parse(line).url
  }
  throw new Error(`The server ended before it was ready: ${said}`)
}

/** Asks the first assistant something, as a script would, and returns its answer. */
export async function chat(url: string): Promise<string | null> {
  const call = createClient({ origin: url, headers: { authorization: `Bearer ${KEY}` } })
  const { data } = await call(listAssistants)
  const { conversation_id } = await call(startConversation, {
    body: { assistant_id: data[0]!.uuid },
  })
  const { message } = await call(sendPublicMessage, {
    params: { uuid: conversation_id },
    body: { message: 'What is Parley?' },
  })
  return message
}

/** The only Debian package in a folder. */
export function debIn(release: string): string {
  const [name] = readdirSync(release).filter((file) => file.endsWith('.deb'))
  return path.join(release, name!)
}

/** An empty Debian system below a folder, as root or as any other user. */
export function createDpkg(system: string): (...args: string[]) => void {
  const state = path.join(system, 'var/lib/dpkg')
  mkdirSync(path.join(state, 'info'), { recursive: true })
  mkdirSync(path.join(state, 'updates'))
  writeFileSync(path.join(state, 'status'), '')
  const force = '--force-depends,architecture,not-root,script-chrootless,bad-path'
  return (...args) => {
    const { status, stderr } = spawnSync('dpkg', [`--root=${system}`, force, ...args], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`dpkg ${args.join(' ')} failed\n${stderr}`)
  }
}
