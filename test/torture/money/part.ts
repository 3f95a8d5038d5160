import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { bodyMismatches } from '../../support/sms-bodies.ts'
import { createRandom, type Figure, mustBe, type Part } from '../part.ts'
import { type Audit, audit } from './books.ts'
import { CRASH_POINT_NAMES } from './crash-points.ts'
import { OUTCOME_NAMES } from './outcomes.ts'
import { ALL_COMBINATIONS, crash, type Retries, repeat, spendAtOnce, storm } from './runs.ts'

const OPERATIONS = 10_000
const KILLS = 25

/** Not one cent wrong: every crash point, every response of a provider, twenty retries each, and a storm of kills. */
export const moneyPart: Part = async ({ seed, folder }) => {
  const at = (name: string) => {
    const own = path.join(folder, name)
    mkdirSync(own)
    return own
  }
  const once = at('once')
  const spent = await spendAtOnce(once)
  const repeated = at('repeated')
  const retries = await repeat(repeated)
  const crashed = at('crashed')
  const { survived, retries: afterCrash } = await crash(crashed, ALL_COMBINATIONS)
  const stormy = at('stormy')
  const random = createRandom(seed)
  const weather = await storm(stormy, { operations: OPERATIONS, kills: KILLS, senders: 24, random })
  const bodies = bodyMismatches(10_000, seed)
  return [
    mustBe(
      '200 at once with money for 12',
      `${spent.sent} sent, ${spent.refused} refused, balance ${spent.balance}`,
      '12 sent, 188 refused, balance 0',
    ),
    retried(`${OUTCOME_NAMES.length} outcomes over HTTP, each retried 20-fold`, retries),
    mustBe(
      `kills at ${CRASH_POINT_NAMES.length} points × ${OUTCOME_NAMES.length} outcomes, where both can be`,
      ALL_COMBINATIONS.length - survived.length,
      ALL_COMBINATIONS.length,
    ),
    retried('after each of them retried 20-fold', afterCrash),
    mustBe('operations in the storm', weather.operations, OPERATIONS),
    mustBe('kills in the storm', weather.kills, KILLS),
    mustBe('answers that changed when repeated', weather.changed, 0),
    ...booked([once, repeated, crashed, stormy].map(audit)),
    mustBe(`segment mismatches of ${bodies.compared}`, bodies.mismatches, 0),
  ]
}

function retried(name: string, retries: readonly Retries[]): Figure {
  const good = retries.filter(({ different, otherBody }) => different === 1 && otherBody === 422)
  return mustBe(
    name,
    `one answer ${good.length}/${retries.length}`,
    `one answer ${retries.length}/${retries.length}`,
  )
}

function booked(books: readonly Audit[]): Figure[] {
  const sum = (of: (book: Audit) => number) => books.reduce((total, book) => total + of(book), 0)
  const most = (of: (book: Audit) => number) => Math.max(...books.map(of))
  const messages = sum((book) => book.messages)
  const wrong = books.flatMap((book) => book.wrong)
  return [
    mustBe(
      'negative balances',
      sum((book) => book.negative),
      0,
    ),
    mustBe(
      'micro-dollars between ledger and balance',
      sum((book) => book.difference),
      0,
    ),
    mustBe(
      `provider sends per request (${messages} messages, ${sum((book) => book.arrivals)} sends), most`,
      most((book) => book.mostArrivals),
      1,
    ),
    mustBe(
      'records per request, most',
      most((book) => book.mostRecords),
      1,
    ),
    mustBe(
      'messages left open',
      sum((book) => book.open),
      0,
    ),
    mustBe(
      'messages whose money, record and provider disagree',
      wrong.length === 0 ? 0 : `${wrong.length} (${wrong.slice(0, 3).join('; ')})`,
      0,
    ),
  ]
}
