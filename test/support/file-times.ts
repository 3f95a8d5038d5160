import { spawnSync } from 'node:child_process'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Time limit for the tests and hooks of one file in the fast ring, s. */
const BUDGET_S = Number(process.env['PARLEY_FAST_FILE_SECONDS'] || 10)

/**
 * The share of a whole run that one file may always take. Ten seconds are 3 % of the fast ring's total on two
 * idle processors; a machine that is half as fast needs twice as long for everything.
 */
const SHARE_OF_RUN = 0.03

/** Set in the second run, of files that took too long. */
const IS_SECOND_LOOK = process.env['PARLEY_SECOND_LOOK'] !== undefined

const SHOWN = 10

interface FileTime {
  readonly file: string
  readonly project: string
  readonly seconds: number
}

/**
 * Prints the slowest files of a run, and fails it when a file of the fast ring takes too long twice:
 * alongside the others and then by itself, since momentary load says nothing about a test. Names errors outside of
 * tests, which fail a run in which every test passes.
 */
export class FileTimes implements Reporter {
  readonly #times: FileTime[] = []
  readonly #isFast: (file: string, project: string) => boolean

  constructor(isFast: (file: string, project: string) => boolean) {
    this.#isFast = isFast
  }

  onTestModuleEnd(module: TestModule): void {
    this.#times.push({
      file: module.relativeModuleId,
      project: module.project.name,
      seconds: module.diagnostic().duration / 1000,
    })
  }

  onTestRunEnd(_: readonly TestModule[], unhandled: readonly SerializedError[] = []): void {
    for (const { name, message, stack } of unhandled) {
      console.error(
        `FAILED: unhandled ${name ?? 'error'} outside a test: ${message} ${firstPlace(stack)}`,
      )
    }
    const slowest = this.#times.toSorted((a, b) => b.seconds - a.seconds)
    if (slowest.length > 1) {
      const lines = slowest.slice(0, SHOWN).map(({ file, seconds }) => `${shown(seconds)}  ${file}`)
      console.log(`\nSlowest files:\n${lines.join('\n')}`)
    }
    const total = slowest.reduce((sum, { seconds }) => sum + seconds, 0)
    const budget = Math.max(BUDGET_S, SHARE_OF_RUN * total)
    const late = slowest.filter(
      ({ file, project, seconds }) => this.#isFast(file, project) && seconds > budget,
    )
    if (late.length === 0 || (!IS_SECOND_LOOK && areInTimeAlone(late, budget))) return
    for (const one of late) console.error(complaint(one, budget))
    process.exitCode = 1
  }
}

/** Reruns files that took too long, with nothing alongside. */
function areInTimeAlone(late: readonly FileTime[], budget: number): boolean {
  const files = late.map(({ file }) => file)
  const projects = [...new Set(late.map(({ project }) => `--project=${project}`))]
  console.log(`\nLate, and run again by themselves: ${files.join(', ')}`)
  const { PARLEY_TEST_REPORT: _, ...environment } = process.env
  const { status } = spawnSync(
    process.execPath,
    [process.argv[1]!, 'run', ...projects, '--no-file-parallelism', ...files],
    {
      stdio: 'inherit',
      env: {
        ...environment,
        PARLEY_SECOND_LOOK: '1',
        PARLEY_FAST_FILE_SECONDS: String(budget),
      },
    },
  )
  return status === 0
}

/** First line of a stack trace that names a place. */
const firstPlace = (stack = '') =>
  stack
    .split('\n')
    .find((line) => /^\s+at /.test(line))
    ?.trim() ?? ''

const shown = (seconds: number) => `${seconds.toFixed(1).padStart(6)} s`

const complaint = ({ file, seconds }: FileTime, budget: number) =>
  `FAILED: ${file} took ${seconds.toFixed(1)} s; a fast file has ${budget.toFixed(1)} s in this run. Take time from the clock instead of waiting, share what is set up, or try a sample of a sweep (CONTRIBUTING.md, Tests).`
