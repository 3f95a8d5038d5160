import { EventEmitter } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLogFile } from '../../electron/log-file.ts'
import { redacted } from '../../electron/redact.ts'
import { logOutput } from '../../electron/server-output.ts'

const folder = vi.hoisted(() => ({ logs: '' }))

vi.mock('electron', async () => {
  const { fakeElectron } = await import('../desktop/standin/surface/fake.ts')
  return fakeElectron({
    app: {
      getPath: () => folder.logs,
      getVersion: () => '9.9.9',
      getLocale: () => 'en',
      isPackaged: true,
      getAppMetrics: () => [{ type: 'Browser' }, { type: 'Utility', name: 'Parley Server' }],
    },
  })
})

const { diagnostics } = await import('../../electron/diagnostics.ts')
const { logProblem } = await import('../../electron/log.ts')

function emptyFolder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'parley-logs-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

const RANDOM = 'q3V8xT1kZb9Yw2Lr7Nf4Hc6Jd0Ms5Pg-QaXeUi'

test.each([
  [`Authorization: Bearer 12|${RANDOM}`],
  [`GET /app/#signin=${RANDOM}`],
  [`{"authorization":"Bearer ${RANDOM}"}`],
  [`{"token":"${RANDOM}"}`],
  [`cookie=parley_session=${RANDOM}`],
  [`PARLEY_SECRETS_KEY=${RANDOM}`],
  ['PARLEY_LLM_KEY: sk-live-abcdefgh12345678'],
  ['the key whsec_abcdefgh12345678x was refused'],
  ['{"password":"hunter2x"}', 'hunter2x'],
  [`the secret ${RANDOM} leaked into a sentence`],
  ['mail to ada.lovelace@example.com failed', 'ada.lovelace'],
  ['sent to +4930123456789', '4930123456789'],
  [path.join(homedir(), 'Parley', 'parley.db'), homedir()],
])('a log contains no secrets: %s', (line, secret?: string) => {
  const hidden = secret ?? /[\w-]{20,}/.exec(line)![0]
  expect(line).toContain(hidden)
  expect(redacted(line)).not.toContain(hidden)
})

test.each([
  'Error: SQLITE_FULL: database or disk is full',
  '    at createServerHost (/opt/Parley/resources/app.asar/dist/electron/main.js:1042:17)',
  'Server restarting: The Parley server ended by itself (exit code 11).',
  '2026-11-21T10:00:00.000Z request 0199b0a4-7c1e-7d3f-8a5b-1c2d3e4f5a6b took 12 ms',
  'Port 4317 is taken by another program.',
])('it keeps what is useful: %s', (line) => {
  expect(redacted(line)).toBe(line)
})

test('a full log is rotated, three are kept, and only the user can read them', () => {
  const place = emptyFolder()
  const log = createLogFile(() => path.join(place, 'main.log'))
  const line = `${'all is well '.repeat(40_000)}\n`
  for (let time = 1; time <= 20; time++) log.append(`${time} ${line}`)
  expect(readdirSync(place).sort()).toEqual(['main.1.log', 'main.2.log', 'main.3.log', 'main.log'])
  for (const name of readdirSync(place)) {
    const { size, mode } = statSync(path.join(place, name))
    expect(size).toBeLessThan(2_000_000)
    expect(mode & 0o777).toBe(0o600)
  }
  expect(log.tail(1)[0]).toMatch(/^20 all/)
})

test('a log that cannot be written blocks nothing', () => {
  const log = createLogFile(() => '/dev/null/main.log')
  log.append('x')
  expect(log.tail(10)).toEqual([])
})

test('a secret split across two chunks is still redacted', async () => {
  const place = emptyFolder()
  const file = path.join(place, 'server.log')
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => void vi.restoreAllMocks())
  logOutput(
    { stdout, stderr },
    createLogFile(() => file),
  )
  stderr.write(`{"token":"${RANDOM.slice(0, 10)}`)
  stderr.write(`${RANDOM.slice(10)}"}\nlast words`)
  stderr.end()
  await new Promise((resolve) => stderr.once('close', resolve))
  expect(readFileSync(file, 'utf8')).toBe('{"token":"[redacted]"}\nlast words\n')
  expect(new EventEmitter().listenerCount('data')).toBe(0)
})

test('diagnostics report the facts and contain no secret', () => {
  folder.logs = emptyFolder()
  vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  logProblem(new Error(`refused: token=${RANDOM}`))
  const text = diagnostics({ server: 'running', secrets: 'none', isSandboxed: false })
  expect(text).toContain('Parley: 9.9.9\n')
  expect(text).toContain('Server: running\n')
  expect(text).toContain('Secrets: not kept: no keyring\n')
  expect(text).toContain('Sandbox: off: no workspaces on other servers are shown\n')
  expect(text).toContain('Processes: Browser, Parley Server\n')
  expect(text).toContain('refused: token=[redacted]')
  expect(text).not.toContain(RANDOM)
})
