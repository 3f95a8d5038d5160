import { type Figure, mustBe } from '../part.ts'
import type { Delivery } from './run.ts'
import type { Runaway } from './runaway.ts'
import type { Stale } from './stale.ts'

/** A chat reports being out of date within this time, ms. */
const SHOWN_WITHIN = 5000
/** Maximum requests of one browser per minute while nothing responds. */
const PER_MINUTE = 40
/** Attempts to send a message, per tab. */
const TRIES = 8

/** Figures of many conversations in bad network conditions. */
export function deliveryFigures(delivery: Delivery, conversations: number): Figure[] {
  const { storms, truth, serverKills } = delivery
  const sum = (of: (storm: (typeof storms)[number]) => number) =>
    storms.reduce((total, storm) => total + of(storm), 0)
  const different = storms.flatMap((storm) => storm.different)
  const thrown = storms.flatMap((storm) => storm.thrown)
  const settled = storms.flatMap(({ settledAfter }) => settledAfter ?? [])
  const messages = `of ${truth.typed} messages in ${conversations} conversations`
  for (const text of [...different, ...thrown].slice(0, 10))
    console.log(`    ${text.slice(0, 600)}`)
  return [
    mustBe(`lost ${messages}`, ...none(truth.lost)),
    mustBe(`doubled ${messages}`, ...none(truth.doubled)),
    mustBe(`out of order ${messages}`, ...none(truth.outOfOrder)),
    mustBe('visitors with two conversations', ...none(truth.torn)),
    mustBe('gaps in the numbers of messages', truth.gaps, 0),
    mustBe('conversations', truth.conversations, conversations),
    mustBe(
      `tabs that show something else than the server’s ${truth.typed + truth.answers} messages`,
      different.length,
      0,
    ),
    mustBe('errors that pages threw', thrown.length, 0),
    {
      name: 'kills',
      value: `${sum(({ kills }) => kills)} tabs with ${sum(({ killedChats }) => killedChats)} chats, ${serverKills} × the server`,
      holds: serverKills > 0,
    },
    {
      name: 'all the same on both sides after the faults',
      value: settled.length > 0 ? `${spread(settled)}` : 'never',
      holds: settled.length === storms.length,
    },
  ]
}

/** Figures of the time until a silent chat reports being out of date, and until it withdraws the report. */
export function staleFigures({ shown, healed }: Stale): Figure[] {
  const [seen, mended] = [shown, healed].map((list) => list.filter((ms) => ms !== undefined))
  const worst = Math.max(...seen!)
  return [
    {
      name: `“not up to date” shown, of ${shown.length} silent connections in all tabs`,
      value: `${seen!.length} times, ${spread(seen!)}`,
      holds: seen!.length === shown.length && worst <= SHOWN_WITHIN,
    },
    {
      name: 'and taken back once they spoke again',
      value: `${mended!.length} of ${healed.length}, ${spread(mended!)}`,
      holds: mended!.length === healed.length,
    },
  ]
}

/** Figures of chats facing a dead server: their requests, and that they stop and resume. */
export function runawayFigures(runs: readonly Runaway[]): Figure[] {
  return runs.map(({ weather, tabs, perMinute, tries, hasStopped, hasWoken }) => ({
    name: `requests against a dead server (${weather}, ${tabs === 1 ? 'one tab' : `${tabs} tabs`})`,
    value: `${perMinute} in the worst minute; ${tries} tries to send, ${hasStopped ? 'then none' : 'and on'}, ${hasWoken ? 'again' : 'not even'} when the network is back`,
    holds: perMinute <= PER_MINUTE && tries <= TRIES * tabs && hasStopped && hasWoken,
  }))
}

function none(found: readonly string[]): [string, string] {
  return [[found.length, ...found.slice(0, 5)].join(' '), '0']
}

function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  const p50 = sorted[Math.floor(sorted.length / 2)]
  return `p50 ${p50} ms, max ${sorted.at(-1)} ms`
}
