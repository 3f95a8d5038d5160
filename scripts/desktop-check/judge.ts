import type { CheckReport, Finding } from '../../electron/check-report.ts'
import { BY_HAND, PROBES, type ProbeName } from './probes.ts'

/** One start of the app, observed from outside. */
export interface SeenStart {
  readonly code: number | null
  /** Processes listed in the report that still run after its exit. */
  readonly left: readonly number[]
  readonly isPortOpen: boolean
}

export interface Seen {
  readonly report: CheckReport
  readonly starts: readonly SeenStart[]
  /** Findings from outside the app. */
  readonly others: readonly Finding[]
}

/** All findings, one per probe; a probe that the app did not reach has failed. */
export function judge({ report, starts, others }: Seen): Finding[] {
  const found = [...others, ...report.starts.flatMap(({ findings }) => findings), quit(starts)]
  const died = report.starts.find(({ underWay }) => underWay !== undefined)?.underWay
  return Object.keys(PROBES).map((probe): Finding => {
    const finding = found.find((one) => one.probe === probe)
    if (finding) return finding
    const detail = died === probe ? 'The app ended during this' : 'The app did not come to it'
    return { probe, verdict: 'failed', detail }
  })
}

function quit(starts: readonly SeenStart[]): Finding {
  const faults = starts.flatMap(({ code, left, isPortOpen }, index) => [
    ...(code === 0 ? [] : [`start ${index + 1} ended with ${code}`]),
    ...left.map((pid) => `process ${pid} of start ${index + 1} is left`),
    ...(isPortOpen ? [`start ${index + 1} left its port open`] : []),
  ])
  const verdict = faults.length === 0 ? 'ok' : 'failed'
  return { probe: 'quit', verdict, detail: faults.join('; ') || `${starts.length} starts` }
}

const SIGN = { ok: '✓', failed: '✗ **failed**', skipped: '– skipped' } as const

/** The report as Markdown, with the steps left to do by hand. */
export function asMarkdown(facts: Readonly<Record<string, string>>, findings: readonly Finding[]) {
  const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')
  return [
    '# Desktop check',
    '',
    ...Object.entries(facts).map(([name, value]) => `- ${name}: ${cell(value)}`),
    '',
    '| | probe | | |',
    '|---|---|---|---|',
    ...findings.map(
      ({ probe, verdict, detail }) =>
        `| ${SIGN[verdict]} | ${probe} | ${PROBES[probe as ProbeName]} | ${cell(detail)} |`,
    ),
    '',
    '## By hand',
    '',
    ...BY_HAND.map(([what, then], index) => `${index + 1}. [ ] ${what} *${then}*`),
    '',
  ].join('\n')
}
