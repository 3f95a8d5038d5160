/** The part of vitest's JSON report that the lab's page needs, and where it was made. */
export interface Results {
  readonly startTime: number
  /** The machine and the Node.js on which it ran. */
  readonly machine: string
  readonly testResults: readonly {
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: readonly Outcome[]
  }[]
}

interface Outcome {
  readonly ancestorTitles: readonly string[]
  readonly title: string
  readonly status: string
  readonly duration?: number | null
  readonly meta?: {
    readonly figures?: readonly (readonly [string, string])[]
    readonly because?: string
    readonly version?: string
  }
}

export const ENGINES = ['Chromium', 'Firefox', 'WebKit'] as const
export type EngineName = (typeof ENGINES)[number]

/** A row of the lab with its result in each engine. */
export interface Row {
  readonly theme: string
  readonly title: string
  readonly results: Readonly<Partial<Record<EngineName, string>>>
  /** Reasons for which it was not run. */
  readonly reasons: Readonly<Partial<Record<EngineName, string>>>
  /** Measurements in Chromium. */
  readonly figures: readonly (readonly [string, string])[]
}

/** Outcomes of all runs, the latest last. */
const outcomesOf = (runs: readonly Results[]): Outcome[] =>
  runs.flatMap(({ testResults }) => testResults.flatMap(({ assertionResults }) => assertionResults))

/** Version of an engine's browser; undefined when nothing ran in it. */
export function versionOf(runs: readonly Results[], engine: EngineName): string | undefined {
  return outcomesOf(runs).findLast(
    ({ ancestorTitles, meta }) => meta?.version && ancestorTitles.at(-1)?.endsWith(engine),
  )?.meta?.version
}

/** Rows in the order of their tests, each with all engines and their latest results. */
export function rowsOf(runs: readonly Results[]): Row[] {
  const rows = new Map<string, Row>()
  for (const { ancestorTitles, title, status, meta } of outcomesOf(runs)) {
    const [theme = '', engine = ''] = (ancestorTitles.at(-1) ?? '').split(' · ')
    const key = `${theme}\n${title}`
    const row = rows.get(key) ?? { theme, title, results: {}, reasons: {}, figures: [] }
    const figures = meta?.figures ?? []
    const isFresh = /^(passed|failed)$/.test(status) || meta?.because
    const results = { ...row.results, [engine]: status }
    const reasons = { ...row.reasons, [engine]: meta?.because }
    rows.set(key, {
      ...row,
      // A run of a part of the lab says nothing about the other rows.
      ...((isFresh || !row.results[engine as EngineName]) && { results, reasons }),
      ...(engine === 'Chromium' && figures.length > 0 && { figures }),
    })
  }
  return [...rows.values()]
}
