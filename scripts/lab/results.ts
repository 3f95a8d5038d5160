/** The part of vitest's JSON report that the lab's page needs. */
export interface Results {
  readonly startTime: number
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

/** Version of an engine's browser; undefined when nothing ran in it. */
export function versionOf({ testResults }: Results, engine: EngineName): string | undefined {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ ancestorTitles, meta }) => meta?.version && ancestorTitles.at(-1)?.endsWith(engine))
    ?.meta?.version
}

/** Rows in the order of their tests, each with all engines. */
export function rowsOf({ testResults }: Results): Row[] {
  const rows = new Map<string, Row>()
  for (const { assertionResults } of testResults) {
    for (const { ancestorTitles, title, status, meta } of assertionResults) {
      const [theme = '', engine = ''] = (ancestorTitles.at(-1) ?? '').split(' · ')
      const key = `${theme}\n${title}`
      const row = rows.get(key) ?? { theme, title, results: {}, reasons: {}, figures: [] }
      const figures = meta?.figures ?? []
      rows.set(key, {
        ...row,
        results: { ...row.results, [engine]: status },
        reasons: { ...row.reasons, [engine]: meta?.because },
        figures: row.figures.length > 0 ? row.figures : figures,
      })
    }
  }
  return [...rows.values()]
}
