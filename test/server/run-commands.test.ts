import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'

const run = path.resolve(import.meta.dirname, '../../scripts/run.mjs')
const folder = mkdtempSync(path.join(tmpdir(), 'parley-run-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A command that runs this program. */
function command(name: string, program: string): string {
  const file = path.join(folder, `${name}.mjs`)
  writeFileSync(file, program)
  return `node ${file}`
}

const print = command(
  'print',
  'console.log(JSON.stringify([process.pid, ...process.argv.slice(2)]))',
)
const exit = command('exit', 'process.exit(Number(process.argv[2]))')

/** Exits with 7 on SIGTERM, and prints when it is ready for it. */
const wait = command(
  'wait',
  `process.on('SIGTERM', () => process.exit(7))
  setInterval(() => {}, 60_000)
  console.log('ready')`,
)

test('commands run one after another until one fails, whose exit code is returned', () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [run, `${print} first`, `${exit} 3`, print, '--'],
    { encoding: 'utf8' },
  )
  expect(status).toBe(3)
  expect(stdout.split('\n').filter(Boolean)).toHaveLength(1)
})

test('the last command gets the arguments after the dashes, and runs in the same process', async () => {
  const child = spawn(process.execPath, [run, print, `${print} a`, '--', '--b', 'c'])
  const [first, last] = (await text(child.stdout))
    .split('\n')
    .map((line) => line && JSON.parse(line))
  expect(first).toHaveLength(1)
  expect(first).not.toEqual([child.pid])
  expect(last).toEqual([child.pid, 'a', '--b', 'c'])
})

test.each([
  ['the last command', [wait]],
  ['a command before it', [wait, print]],
])('a signal reaches %s, whose exit code is returned', async (_, commands) => {
  const child = spawn(process.execPath, [run, ...commands, '--'])
  child.stdout.once('data', () => child.kill('SIGTERM'))
  const code = await new Promise((resolve) => child.once('exit', resolve))
  expect(code).toBe(7)
})

test('a command killed by a signal counts as failed', () => {
  const die = command('die', "process.kill(process.pid, 'SIGTERM')\nsetInterval(() => {}, 60_000)")
  expect(spawnSync(process.execPath, [run, die, print, '--']).status).toBe(143)
})
