import type { Reporter, TestModule } from 'vitest/node'

/** Seconds that the tests and hooks of one file of the fast ring may take. */
const BUDGET_S = Number(process.env['PARLEY_FAST_FILE_SECONDS'] || 10)

/**
 * The share of a whole run that one file may always take. Ten seconds are 3 % of what the fast ring's files take
 * together on two quiet processors; a machine that is twice as slow needs twice as long for all of them.
 */
const SHARE_OF_RUN = 0.03

const SHOWN = 10

interface FileTime {
  readonly file: string
  readonly project: string
  readonly seconds: number
}

/**
 * Prints the slowest files of a run, and fails it when a file of the fast ring takes too long. The budget is a share of
 * the run where the whole run is slow, so that a busy machine does not fail what a quiet one passes.
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

  onTestRunEnd(): void {
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
    for (const one of late) console.error(complaint(one, budget))
    if (late.length > 0) process.exitCode = 1
  }
}

const shown = (seconds: number) => `${seconds.toFixed(1).padStart(6)} s`

const complaint = ({ file, seconds }: FileTime, budget: number) =>
  `FAILED: ${file} took ${seconds.toFixed(1)} s; a fast file has ${budget.toFixed(1)} s in this run. Take time from the clock instead of waiting, share what is set up, or try a sample of a sweep (CONTRIBUTING.md, Tests).`
