import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { flipFuses } from '@electron/fuses'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { CheckedStart, CheckReport } from '../../electron/check-report.ts'
import { FUSES } from '../../electron/fuses.ts'
import { asMarkdown, judge, type SeenStart } from '../../scripts/desktop-check/judge.ts'
import { BY_HAND, PROBES } from '../../scripts/desktop-check/probes.ts'
import { type Running, runSelfCheck } from '../../scripts/desktop-check/self-check-run.ts'
import { readFuses } from '../../scripts/desktop-check/starters.ts'
import { stubElectron } from '../support/package.ts'

const ok = (probe: string) => ({ probe, verdict: 'ok' as const, detail: 'as it should be' })
const names = Object.keys(PROBES)
const inside = names.filter((name) => !['fuses', 'cookie', 'quit'].includes(name))

const started = (change: Partial<CheckedStart> = {}): CheckedStart => ({
  facts: { Parley: '1.2.3' },
  url: 'http://127.0.0.1:9',
  pids: [],
  cookies: 'a',
  findings: inside.map(ok),
  ...change,
})
const whole: CheckReport = { starts: [started(), started({ findings: [ok('cookie')] })] }
const clean: SeenStart = { code: 0, left: [], isPortOpen: false }
const seen = { report: whole, starts: [clean, clean], others: [ok('fuses')] }

const failed = (found: ReturnType<typeof judge>) =>
  found.filter(({ verdict }) => verdict === 'failed').map(({ probe, detail }) => [probe, detail])

test('an app that finds nothing wrong passes every probe', () => {
  const found = judge(seen)
  expect(found.map(({ probe }) => probe)).toEqual(names)
  expect(failed(found)).toEqual([])
})

test('a leftover process or port, or an abnormal exit, fails the quit probe', () => {
  const starts = [
    { ...clean, left: [77] },
    { ...clean, code: 1, isPortOpen: true },
  ]
  expect(failed(judge({ ...seen, starts }))).toEqual([
    ['quit', 'process 77 of start 1 is left; start 2 ended with 1; start 2 left its port open'],
  ])
})

test('a probe during which the app died fails, and so do all that it did not reach', () => {
  const findings = inside.filter((name) => !['memory', 'refused-link'].includes(name)).map(ok)
  const report = { starts: [started({ findings, underWay: 'memory' })] }
  expect(failed(judge({ ...seen, report, starts: [{ ...clean, code: 1 }] }))).toEqual([
    ['memory', 'The app ended during this'],
    ['refused-link', 'The app did not come to it'],
    ['cookie', 'The app did not come to it'],
    ['quit', 'start 1 ended with 1'],
  ])
})

test('the readable report lists every probe and the manual steps left', () => {
  const report = asMarkdown({ system: 'a | b' }, judge({ ...seen, others: [] }))
  expect(report).toContain('- system: a \\| b\n')
  expect(report).toContain(
    `| ✗ **failed** | fuses | ${PROBES.fuses} | The app did not come to it |`,
  )
  for (const title of Object.values(PROBES)) expect(report).toContain(title)
  expect(report.match(/^\d+\. \[ \]/gm)).toHaveLength(BY_HAND.length)
})

const root = path.resolve(import.meta.dirname, '../..')
const page = readFileSync(path.join(root, 'docs/DESKTOP.md'), 'utf8')
const rows = page.split('\n').filter((line) => /^\| \d+ \|/.test(line))

test('docs/DESKTOP.md names a test for every known weakness', () => {
  const numbers = rows.flatMap((row) => /^\| (\d+) \|/.exec(row)?.[1] ?? []).map(Number)
  expect(numbers).toEqual(Array.from({ length: 23 }, (_, index) => index + 1))
  expect(rows.filter((row) => !/`test\/[\w/-]+\.test\.ts`/.test(row))).toEqual([])
})

test('the tests, probes and steps that it names exist', () => {
  const files = [...page.matchAll(/`(test\/[\w/-]+\.test\.ts)`/g)].map(([, file]) => file!)
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  const named = (pattern: RegExp) =>
    rows.flatMap((row) => [...row.matchAll(pattern)].map(([, name]) => name!))
  const probes = named(/probe `([\w-]+)`/g)
  expect(probes.length).toBeGreaterThan(8)
  expect(probes.filter((probe) => !names.includes(probe))).toEqual([])
  const steps = named(/by hand ((?:\d+(?: and )?)+)/g).flatMap((text) => text.split(' and '))
  expect(steps.filter((step) => !(Number(step) >= 1 && Number(step) <= BY_HAND.length))).toEqual([])
})

let output: string
beforeEach(() => {
  output = path.join(mkdtempSync(path.join(tmpdir(), 'parley-check-')), 'out')
})
afterEach(() => rmSync(path.dirname(output), { recursive: true, force: true }))

/** An app that writes a report and exits. */
const appThat =
  (report: (start: number) => CheckReport, code: number | null = 0) =>
  async (env: NodeJS.ProcessEnv): Promise<Running> => {
    const { PARLEY_CHECK: file } = env
    const before = (() => {
      try {
        return JSON.parse(readFileSync(file!, 'utf8')).starts.length
      } catch {
        return 0
      }
    })()
    writeFileSync(file!, JSON.stringify(report(before)))
    return { ended: Promise.resolve(code), kill: () => undefined }
  }

test('the app is started twice with one report, which is written in both formats', async () => {
  const start = appThat((before) => ({ starts: whole.starts.slice(0, before + 1) }))
  const { findings, markdown } = await runSelfCheck({ start, output, others: [ok('fuses')] })
  expect(failed(findings)).toEqual([])
  expect(readFileSync(path.join(output, 'report.md'), 'utf8')).toBe(markdown)
  expect(JSON.parse(readFileSync(path.join(output, 'report.json'), 'utf8'))).toEqual({
    facts: { Parley: '1.2.3' },
    findings,
  })
})

test('a package’s fuses are read from its program, which on Linux is behind the launcher', async () => {
  const stub = stubElectron(path.join(path.dirname(output), 'electron'))
  const program = path.join(stub, 'electron')
  const wrong = await readFuses(program)
  expect(wrong.verdict).toBe('failed')
  expect(wrong.detail).toContain('RunAsNode')
  copyFileSync(program, `${program}-bin`)
  await flipFuses(`${program}-bin`, FUSES)
  writeFileSync(program, '#!/bin/sh\n')
  expect(await readFuses(program)).toMatchObject({ verdict: 'ok', detail: '9 fuses' })
  expect((await readFuses('/apps/Parley.AppImage')).verdict).toBe('skipped')
})

test('anything left running after the exit is detected', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const left = { url: `http://127.0.0.1:${port}`, pids: [process.pid] }
  const start = appThat(() => ({ starts: [started(left)] }), 3)
  const { findings } = await runSelfCheck({ start, output, others: [ok('fuses')] })
  expect(failed(findings)).toContainEqual([
    'quit',
    `start 1 ended with 3; process ${process.pid} of start 1 is left; start 1 left its port open`,
  ])
})

test('an app that does not exit is killed, and one that writes nothing has failed everything', async () => {
  let isKilled = false
  const start = async (): Promise<Running> => {
    const end = Promise.withResolvers<null>()
    const kill = () => {
      isKilled = true
      end.resolve(null)
    }
    return { ended: end.promise, kill }
  }
  const { findings } = await runSelfCheck({ start, output, patience: 20 })
  expect([isKilled, failed(findings).length]).toEqual([true, names.length])
})
