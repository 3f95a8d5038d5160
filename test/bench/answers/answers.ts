import path from 'node:path'
import { readConfig } from '../../../server/config.ts'
import { startServer } from '../../../server/start.ts'
import { quantile } from '../process.ts'
import type { Report, Row } from '../report.ts'
import { type Answered, askAll } from './ask.ts'
import { businessesOf, type Share, type Verdict } from './business.ts'
import { type AnsweredFromPack, askPack } from './packed.ts'

/*
 * Answers of the built-in model from what businesses have on their websites. It was worked on with those in `working`
 * and in `development`; those in `apart` were written by others, and only the report may look at them.
 */

interface Places {
  readonly folder: string
  readonly report: Report
}

/** Runs the whole part. */
export async function answers({ folder, report }: Places): Promise<void> {
  const env = {
    PARLEY_PORT: '0',
    PARLEY_DATA_DIR: path.join(folder, 'answers'),
    PARLEY_LOG: 'silent',
  }
  await using server = await startServer(readConfig(env))
  for (const share of ['working', 'development', 'apart'] as const) {
    const answered: Answered[] = []
    const fromPacks: AnsweredFromPack[] = []
    for (const business of businessesOf(share)) {
      answered.push(...(await askAll(server.context, business)))
      fromPacks.push(...(await askPack(business)))
    }
    if (answered.length > 0) tell(share, answered, report)
    if (fromPacks.length > 0) tellOfPacks(share, fromPacks, report)
  }
}

const TITLES: Readonly<Record<Share, string>> = {
  working: 'it was worked on with',
  development: 'for development',
  apart: 'kept apart',
}

function tell(share: Share, answered: readonly Answered[], report: Report): void {
  const languages = [...new Set(answered.map(({ business }) => business.language))]
  report(`answers of the built-in model, businesses ${TITLES[share]}`, [
    [
      '',
      'right',
      'does not know, but shows it',
      'does not know',
      'wrong',
      'honest where nothing answers',
      'ms p50 / p95',
    ],
    figuresOf('all', answered),
    ...languages.map((language) =>
      figuresOf(
        language,
        answered.filter(({ business }) => business.language === language),
      ),
    ),
  ])
  const bad = answered.filter(({ verdict }) => verdict === 'wrong' || verdict === 'invented')
  const rows = bad.map(
    ({ business, question, answer }): Row => [
      business.name,
      question.ask,
      `→ ${answer.replace(/\s+/g, ' ')}`,
    ],
  )
  report(`${share}: wrong or invented`, rows)
}

/** The same questions, answered by the chat from a pack while Parley cannot be reached; shares of all questions. */
function tellOfPacks(share: Share, answered: readonly AnsweredFromPack[], report: Report): void {
  const count = (...verdicts: readonly Verdict[]) =>
    `${((100 * answered.filter(({ verdict }) => verdicts.includes(verdict)).length) / answered.length).toFixed(1)} %`
  report(`answers from packs, businesses ${TITLES[share]}`, [
    ['right', 'wrong', 'says only that the team is away'],
    [count('right'), count('wrong', 'invented'), count('unknown', 'shown', 'honest')],
  ])
}

function figuresOf(name: string, answered: readonly Answered[]): Row {
  const verdicts = answered.map(({ verdict }) => verdict)
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length
  const silent = count('honest') + count('invented')
  const answerable = answered.length - silent
  const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(0)} %`
  const ms = answered.map((one) => one.ms)
  return [
    name,
    share(count('right'), answerable),
    share(count('shown'), answerable),
    share(count('unknown'), answerable),
    share(count('wrong'), answerable),
    share(count('honest'), silent),
    `${quantile(ms, 0.5).toFixed(1)} / ${quantile(ms, 0.95).toFixed(1)}`,
  ]
}
