import { cpus, loadavg } from 'node:os'
import type { Reporter, TestModule } from 'vitest/node'

/** Seconds that the tests and hooks of one file of the fast ring may take on a machine that does nothing else. */
const BUDGET_S = Number(process.env['PARLEY_FAST_FILE_SECONDS'] || 10)

const SHOWN = 10

interface FileTime {
  readonly file: string
  readonly project: string
  readonly seconds: number
  /** How many run for each processor, at least one: everything takes so many times as long. */
  readonly crowding: number
}

/**
 * Prints the slowest files of a run, and fails it when a file of the fast ring takes too long. The budget grows with
 * the load of the machine, so that a busy one does not fail what a quiet one passes.
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
      crowding: Math.max(1, loadavg()[0]! / cpus().length),
    })
  }

  onTestRunEnd(): void {
    const slowest = this.#times.toSorted((a, b) => b.seconds - a.seconds)
    if (slowest.length > 1) {
      const lines = slowest.slice(0, SHOWN).map(({ file, seconds }) => `${shown(seconds)}  ${file}`)
      console.log(`\nSlowest files:\n${lines.join('\n')}`)
    }
    const late = slowest.filter(
      ({ file, project, seconds, crowding }) =>
        this.#isFast(file, project) && seconds > BUDGET_S * crowding,
    )
    for (const one of late) console.error(complaint(one))
    if (late.length > 0) process.exitCode = 1
  }
}

const shown = (seconds: number) => `${seconds.toFixed(1).padStart(6)} s`

function complaint({ file, seconds, crowding }: FileTime): string {
  const allowed = `a fast file has ${BUDGET_S} s (${(BUDGET_S * crowding).toFixed(1)} s under this load)`
  return `FAILED: ${file} took ${seconds.toFixed(1)} s; ${allowed}. Take time from the clock instead of waiting, share what is set up, or try a sample of a sweep (CONTRIBUTING.md, Tests).`
}
