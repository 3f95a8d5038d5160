import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { CheckReport, type Finding } from '../../electron/check-report.ts'
import { asMarkdown, judge, type SeenStart } from './judge.ts'

/** A running app, as seen by its starter. */
export interface Running {
  /** Findings of the starter, available once the app has exited. */
  readonly findings?: Promise<Finding[]>
  readonly ended: Promise<number | null>
  /** Kills it. */
  kill(): void
}

/** Starts the app with an environment. */
export type Starter = (env: NodeJS.ProcessEnv) => Promise<Running>

export interface SelfCheckRun {
  readonly start: Starter
  /** Folder of the reports; previous contents are deleted. */
  readonly output: string
  /** Findings about the app's files. */
  readonly others?: readonly Finding[]
  /** Timeout of one start, ms. */
  readonly patience?: number
}

const START_TIMEOUT_MS = 5 * 60_000

/**
 * Runs the app's self-check in two starts, inspects what each leaves behind, and writes `report.json` and `report.md`.
 */
export async function runSelfCheck({
  start,
  output,
  others = [],
  patience = START_TIMEOUT_MS,
}: SelfCheckRun) {
  rmSync(output, { recursive: true, force: true })
  mkdirSync(output, { recursive: true })
  const file = path.join(output, 'self-check.json')
  const starts: SeenStart[] = []
  const outside: Finding[] = [...others]
  for (const _start of [1, 2]) {
    const running = await start({ ...process.env, PARLEY_CHECK: file })
    const timer = setTimeout(() => running.kill(), patience)
    const code = await running.ended
    clearTimeout(timer)
    outside.push(...((await running.findings) ?? []))
    const last = reportIn(file).starts.at(-1)
    starts.push({
      code,
      left: last ? last.pids.filter(isAlive) : [],
      isPortOpen: last ? await isOpen(new URL(last.url).port) : false,
    })
    // After a failed first start, a second one would prove nothing.
    if (code !== 0) break
  }
  const report = reportIn(file)
  const findings = judge({ report, starts, others: outside })
  const facts = report.starts[0]?.facts ?? {}
  const markdown = asMarkdown(facts, findings)
  writeFileSync(path.join(output, 'report.json'), JSON.stringify({ facts, findings }, null, 2))
  writeFileSync(path.join(output, 'report.md'), markdown)
  return { findings, markdown }
}

function reportIn(file: string): CheckReport {
  return existsSync(file)
    ? CheckReport.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { starts: [] }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function isOpen(port: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
