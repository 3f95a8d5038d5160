import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { addressOf } from '../support/package.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'parley-npm-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SOURCES = ['electron', 'renderer', 'scripts', 'server', 'widget']
const FILES = [
  '.npmrc',
  'LICENSE',
  'README.md',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'vite.config.ts',
]
const isWindows = process.platform === 'win32'
const INSTALL_MS = 180_000

function npm(cwd: string, ...args: string[]): void {
  // Node.js cannot start `npm.cmd`, which is npm on Windows.
  const program = process.env['npm_execpath']
  const [file, first] = program ? [process.execPath, [program]] : ['npm', []]
  const { status, stdout, stderr } = spawnSync(file, [...first, ...args], { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed\n${stdout}${stderr}`)
}

/** A copy of the repository with its build, whose package.json can be rewritten while others read theirs. */
function copyOfRepository(): string {
  const copy = path.join(folder, 'repository')
  for (const name of [...SOURCES, ...FILES, 'dist'])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, dereference: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'junction')
  return copy
}

test(
  'npm pack makes a package that works in an empty folder, and leaves the repository unchanged',
  async () => {
    const repository = copyOfRepository()
    const before = readFileSync(path.join(repository, 'package.json'), 'utf8')
    npm(repository, 'pack', '--pack-destination', folder)
    expect(readFileSync(path.join(repository, 'package.json'), 'utf8')).toBe(before)
    expect(existsSync(path.join(repository, 'prebuilt'))).toBe(false)

    const home = path.join(folder, 'home')
    mkdirSync(home)
    writeFileSync(path.join(home, 'package.json'), '{}')
    const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
    npm(home, 'install', '--prefer-offline', '--no-audit', '--no-fund', path.join(folder, tarball!))
    const installed = readdirSync(path.join(home, 'node_modules')).filter((name) => name[0] !== '.')
    expect(installed).toEqual(['better-sqlite3', 'node-addon-api', 'parley'])

    const modules = path.join(home, 'node_modules')
    // On Windows the command is a shell script, which Node.js cannot start.
    const [program, args] = isWindows
      ? [process.execPath, [path.join(modules, 'parley', 'prebuilt', 'parley.mjs')]]
      : [path.join(modules, '.bin', 'parley'), []]
    const server = spawn(program, args, {
      cwd: home,
      env: {
        PATH: process.env['PATH'],
        // Windows has no network without it.
        ...(isWindows && { SystemRoot: process.env['SystemRoot'] }),
        PARLEY_PORT: '0',
        PARLEY_DATA_DIR: path.join(folder, 'data'),
        PARLEY_LOG: 'json',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(server, 'exit')
    try {
      const url = await addressOf(server)
      const { version } = JSON.parse(before)
      expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ version })
      const page = await (await fetch(`${url}/app/`)).text()
      const [script] = /\/assets\/[\w-]+\.js/.exec(page)!
      for (const file of [script, '/demo', '/api/docs', '/widget.js', '/widget/parley.d.ts'])
        expect((await fetch(url + file)).status, file).toBe(200)
    } finally {
      server.kill('SIGTERM')
    }
    const [code] = await ended
    // On Windows a signal kills a process at once.
    if (!isWindows) expect(code).toBe(0)
  },
  INSTALL_MS,
)
