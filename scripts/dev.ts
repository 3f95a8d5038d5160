import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

/*
 * `npm run dev`: the server from source, restarted when it changes; the operator app by Vite with hot reload on
 * http://127.0.0.1:5173; the widget rebuilt into dist/widget when it changes.
 */

const root = path.resolve(import.meta.dirname, '..')
const vite = path.join(root, 'node_modules/vite/bin/vite.js')
const dataDir = process.env['PARLEY_DATA_DIR'] ?? path.join(root, 'data')

const children: ChildProcess[] = [
  run(['--watch', '--watch-preserve-output', 'server/main.ts'], {
    PARLEY_DATA_DIR: dataDir,
    PARLEY_CHECK_REPLIES: 'true',
    PARLEY_LIMITS_SCALE: process.env['PARLEY_LIMITS_SCALE'] ?? '100',
  }),
  run([vite, '--host', '127.0.0.1', '--clearScreen', 'false']),
  run(['--watch-path=widget', '--watch', vite, 'build', '--app', '--logLevel', 'warn']),
]

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
}
