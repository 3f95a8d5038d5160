import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A running peer. */
export interface Peer {
  readonly version: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Maximum wait until one responds, ms. */
const START_MS = 60_000

/** Installs packages from npm into their own folder; native modules are compiled for that Node.js. */
export async function install(
  folder: string,
  node: string,
  packages: readonly string[],
  options: readonly string[] = [],
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const PATH = [path.dirname(node), process.env['PATH']].join(path.delimiter)
  const args = ['install', ...packages, ...options, '--no-audit', '--no-fund']
  await run('npm', args, folder, { ...process.env, PATH })
}

/**
 * Starts a program, and waits until one of its addresses responds.
 * @returns a function that stops it
 * @throws Error when it exits or takes too long
 */
export async function begin(
  [program, ...args]: readonly [string, ...string[]],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  answeringUrl: string,
): Promise<() => Promise<void>> {
  const child = spawn(program, args, { ...options, stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const until = performance.now() + START_MS
  while (!(await answers(answeringUrl))) {
    if (performance.now() > until || child.exitCode !== null)
      throw new Error(`${program} ${args[0]} did not start`)
    await wait(100)
  }
  return () => {
    child.kill('SIGTERM')
    return exited
  }
}

/** Version of a package in a folder. */
export async function versionOf(folder: string, name: string): Promise<string> {
  const file = path.join(folder, 'node_modules', name, 'package.json')
  const { default: about } = await import(file, { with: { type: 'json' } })
  return about.version
}

/** Posts JSON. */
export async function post(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

/**
 * Runs a command to its end.
 * @throws Error with the end of its output when it failed
 */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said = (said + chunk).slice(-500)
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ${args[0]}: ${said.trim()}`)),
    )
  })
}

/** A port that nothing listens on. */
export function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    }),
  )
}
