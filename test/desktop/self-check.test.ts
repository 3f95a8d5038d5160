import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Finding } from '../../electron/check-report.ts'
import { runSelfCheck, type Starter } from '../../scripts/desktop-check/self-check-run.ts'
import { desktopHost, STANDIN_PROGRAM } from './launch.ts'

const root = path.resolve(import.meta.dirname, '../..')
const standIn = path.join(import.meta.dirname, 'standin', 'run.ts')

/** Starts the built app in the stand-in, as `npm run desktop:check` starts it in Electron. */
const start: Starter = async ({ NODE_ENV: _, VITEST: __, ...env }) => {
  const args = [
    path.join(root, 'dist/electron/main.js'),
    `--user-data-dir=${env['PARLEY_CHECK']}.profile`,
  ]
  const options = { execPath: STANDIN_PROGRAM, execArgv: [], silent: true }
  const child = fork(standIn, args, { ...options, cwd: root, env })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => output.push(text))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') console.log(output.join(''))
  })
  return { ended, kill: () => void child.kill('SIGKILL') }
}

/** On a busy machine each start takes minutes. */
const CHECK_MS = 400_000

// Real Electron runs these checks in `npm run desktop:check`, without a test around it.
test.runIf(desktopHost() === 'stand-in')(
  'the app’s self-check, which starts it twice, passes',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'parley-self-check-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const detail = 'There is no Electron here'
    const fuses: Finding = { probe: 'fuses', verdict: 'skipped', detail }
    const output = path.join(folder, 'out')
    const { findings } = await runSelfCheck({
      start,
      output,
      others: [fuses],
      patience: 0.45 * CHECK_MS,
    })
    const byVerdict = Object.groupBy(findings, ({ verdict }) => verdict)
    expect(byVerdict.failed ?? []).toEqual([])
    expect(byVerdict.skipped?.map(({ probe }) => probe)).toEqual([
      'fuses',
      'sandbox',
      'system-link',
    ])
    expect(byVerdict.ok).toHaveLength(findings.length - 3)
    expect(readFileSync(path.join(output, 'report.md'), 'utf8')).toContain('## By hand')
  },
  CHECK_MS,
)
