import { type ChildProcess, spawn } from 'node:child_process'
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
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { newBuildFolder, publishBuild } from '../../scripts/build/folders.ts'
import { addressOf } from '../support/package.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'parley-serve-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function start(name: string, program: string, args: string[], cwd: string): ChildProcess {
  const child = spawn(program, args, {
    cwd,
    env: {
      ...process.env,
      PARLEY_PORT: '0',
      PARLEY_DATA_DIR: path.join(folder, name),
      PARLEY_LOG: 'json',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** A folder with a build and the files that serve it, but without the means to build another. */
function installation(): string {
  const home = path.join(folder, 'home')
  mkdirSync(home)
  for (const part of ['package.json', 'scripts/serve.mjs'])
    cpSync(path.join(root, part), path.join(home, part))
  symlinkSync(path.join(root, 'node_modules'), path.join(home, 'node_modules'))
  return home
}

function publish(home: string): string {
  const build = newBuildFolder(home)
  cpSync(path.join(root, 'dist') + path.sep, build, { recursive: true })
  for (const own of ['.users', '.compiled'])
    rmSync(path.join(build, own), { recursive: true, force: true })
  publishBuild(build, 'any')
  return build
}

test('a running server keeps its build while others are made, and no longer', async () => {
  const home = installation()
  const mine = publish(home)
  const server = start('data', process.execPath, ['scripts/serve.mjs'], home)
  const ended = once(server, 'exit')
  const url = await addressOf(server)
  for (let builds = 0; builds < 3; builds++) publish(home)

  const page = await (await fetch(`${url}/app/`)).text()
  const [script] = /\/assets\/[\w-]+\.js/.exec(page)!
  for (const file of [script, '/demo', '/api/docs', '/widget.js']) {
    expect((await fetch(url + file)).status, file).toBe(200)
  }
  server.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
  // The cache that spares the next start of this build from compiling.
  expect(readdirSync(path.join(mine, '.compiled'))).not.toEqual([])

  expect(existsSync(mine)).toBe(true)
  publish(home)
  expect(existsSync(mine)).toBe(false)
})

test.runIf(process.platform === 'linux').each([
  ['npm run', 'npm', ['run', '--silent', 'serve']],
  ['node --run', process.execPath, ['--run', 'serve']],
])(
  '%s leaves itself, its shell and the server running, and all of them exit together',
  async (name, program, args) => {
    const runner = start(name, program, args, root)
    const ended = once(runner, 'exit')
    const url = await addressOf(runner)
    const [shell, ...others] = childrenOf(runner.pid!)
    expect(others).toEqual([])
    // A shell that replaced itself with its last command is gone.
    const [server = shell!, ...more] = childrenOf(shell!)
    expect(more).toEqual([])
    // The program that lists the system voices exits by itself.
    await vi.waitFor(() => expect(childrenOf(server)).toEqual([]), 10_000)
    expect((await fetch(`${url}/health`)).status).toBe(200)
    runner.kill('SIGTERM')
    await ended
    await vi.waitFor(() => expect(existsSync(`/proc/${server}`)).toBe(false), 10_000)
    expect(existsSync(path.join(folder, name, 'running.json'))).toBe(false)
  },
)

function childrenOf(pid: number): number[] {
  const tasks = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return tasks.trim().split(/\s+/).filter(Boolean).map(Number)
}
