import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { extractAll, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#contracts/client.ts'
import { getKnowledgeBase } from '#contracts/knowledge.ts'
import { FUSES } from '../../electron/fuses.ts'
import { createdBase, fileOf, uploaded } from '../support/knowledge.ts'
import { KEY } from '../support/server.ts'

/* What electron-builder makes for Linux around a stub of Electron: everything but the program itself is real. */

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'parley-package-'))
const unpacked = path.join(
  folder,
  'release',
  process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`,
)
const resources = path.join(unpacked, 'resources')
const app = path.join(folder, 'app')
const native = `linux-${process.arch}.node`

let files: string[]

beforeAll(async () => {
  const cli = path.join(root, 'node_modules', 'electron-builder', 'cli.js')
  const settings = [
    `-c.electronDist=${stubElectron()}`,
    `-c.directories.output=${path.join(folder, 'release')}`,
  ]
  const args = [cli, '--dir', '--linux', `--${process.arch}`, '--publish', 'never', ...settings]
  await promisify(execFile)(process.execPath, args, { cwd: root }).catch(({ stdout }) => {
    throw new Error(`electron-builder failed\n${stdout}`)
  })
  const archive = path.join(resources, 'app.asar')
  files = listPackage(archive, { isPack: false }).map((file) => file.replaceAll('\\', '/'))
  extractAll(archive, app)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A folder that electron-builder takes for an Electron: a program with fuses in it, all of them set the wrong way. */
function stubElectron(): string {
  const stub = path.join(folder, 'electron')
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

test('the package has what the app needs at run time', () => {
  const wanted = [
    '/package.json',
    '/dist/electron/main.js',
    '/dist/electron/preload.cjs',
    '/dist/server/main.js',
    '/dist/server/server-process.js',
    '/dist/server/document-worker.js',
    '/dist/server/migrations/0001_parley.sql',
    '/dist/renderer/index.html',
    '/dist/widget/widget.js',
    '/dist/widget/parley.js',
    '/dist/widget/parley-widget.zip',
    '/node_modules/better-sqlite3/lib/index.js',
  ]
  expect(wanted.filter((file) => !files.includes(file))).toEqual([])
})

test('the package has nothing that only developers need', () => {
  const tops = new Set(files.map((file) => file.split('/')[1]))
  expect([...tops].sort()).toEqual(['dist', 'node_modules', 'package.json'])
  expect(files.filter((file) => /\.(map|ts|tsx|test\.js)$/.test(file))).toEqual([])
  const packages = new Set(
    files.flatMap((file) => /^\/node_modules\/([^/]+)/.exec(file)?.[1] ?? []),
  )
  expect([...packages]).toEqual(['better-sqlite3'])
  const description = JSON.parse(readFileSync(path.join(app, 'package.json'), 'utf8'))
  expect(Object.keys(description)).not.toContain('devDependencies')
})

test('of the native modules there is the right one, outside the archive', () => {
  expect(files.filter((file) => file.endsWith('.node'))).toEqual([
    `/node_modules/better-sqlite3/prebuilds/${native}`,
  ])
  const outside = path.join(resources, 'app.asar.unpacked')
  const found = readdirSync(outside, { recursive: true, withFileTypes: true })
  expect(found.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([native])
})

test('every platform packs a native module that exists', () => {
  const settings = readFileSync(path.join(root, 'electron-builder.yml'), 'utf8')
  const named = [...settings.matchAll(/(node_modules\/[\w/-]+\$\{arch\}\.node)/g)]
  const wanted = named.flatMap(([name]) =>
    ['x64', 'arm64'].map((arch) => name.replace(`\${arch}`, arch)),
  )
  expect(wanted).toHaveLength(6)
  expect(wanted.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})

test('all nine fuses are set, and no tenth is forgotten', async () => {
  const { version, ...wire } = await getCurrentFuseWire(path.join(unpacked, 'parley'))
  const states = Object.entries(wire).map(([fuse, state]) => [
    FuseV1Options[Number(fuse)],
    state === FuseState.ENABLE,
  ])
  expect(version).toBe('1')
  expect(Object.fromEntries(states)).toEqual({
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
    WasmTrapHandlers: true,
  })
})

test('no packed file names the folder that it was built in', () => {
  const named = files
    .map((file) => path.join(app, file))
    .filter((file) => /\.(c?js|html|json|sql|css)$/.test(file))
    .filter((file) => readFileSync(file, 'utf8').includes(root))
  expect(named).toEqual([])
})

test.runIf(process.platform === 'linux')('the packed server serves', async () => {
  const server = spawn(process.execPath, [path.join(app, 'dist', 'server', 'main.js')], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PARLEY_PORT: '0',
      PARLEY_DATA_DIR: path.join(folder, 'data'),
      PARLEY_LOG: 'json',
      PARLEY_API_KEY: KEY,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(server, 'exit')
  try {
    const url = await addressOf(server)
    const get = (address: string) => fetch(url + address)
    expect((await get('/health')).status).toBe(200)
    expect(await (await get('/api/openapi.json')).json()).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/),
    })
    const widget = await get('/widget.js')
    expect([widget.status, widget.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('javascript'),
    ])
    expect(await (await get('/app/')).text()).toContain('<title>Parley</title>')
    const call = createClient({ origin: url, headers: { authorization: `Bearer ${KEY}` } })
    const base = { id: await createdBase({ call }) }
    await uploaded({ call }, base.id, fileOf('hours.txt', 'We open at nine.'))
    await expect
      .poll(() => call(getKnowledgeBase, { params: base }), { timeout: 20_000 })
      .toMatchObject({ status: 'active' })
  } finally {
    server.kill()
  }
  expect(await ended).toEqual([0, null])
})

async function addressOf(server: ChildProcess): Promise<string> {
  let said = ''
  for await (const text of server.stdout!.setEncoding('utf8')) {
    said += text
    const [line, rest] = said.split('\n')
    if (line && rest !== undefined) return JSON.parse(line).url
  }
  throw new Error(`The server ended before it was ready: ${said}`)
}
