import { setImmediate } from 'node:timers/promises'
import type { NewRule, RuleMatch } from '#contracts/rule-fields.ts'
import type { Context } from '../../../context.ts'
import { toIso } from '../../../db/time.ts'
import { factsOf } from './facts.ts'
import { type FactsRow, factsQueries } from './facts-queries.ts'
import { reasonsFor } from './reasons.ts'

/** Conversations that a rule is tried on. */
const TRIED = 1000

/** Conversations between two pauses, so that no request waits long. */
const SLICE = 50

/** Matches that are returned. */
const SHOWN = 50

const MINUTE_MS = 60_000

type Tried = Pick<NewRule, 'event' | 'minutes' | 'conditions'>

/** Tries a rule on the newest conversations, as they are now, without changing anything. */
export async function dryRun(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  rule: Tried,
): Promise<{ checked: number; matched: number; data: RuleMatch[] }> {
  const facts = factsQueries(db)
  const ids = facts.newest(userId, TRIED)
  const data: RuleMatch[] = []
  let matched = 0
  for (const [index, id] of ids.entries()) {
    if (index % SLICE === SLICE - 1) await setImmediate()
    const row = facts.find(id)
    const at = row && eventAt(row, rule, () => facts.lines(id), now().getTime())
    if (!row || at === undefined) continue
    const reasons = reasonsFor(rule.conditions, factsOf(row, at))
    if (!reasons) continue
    matched += 1
    if (data.length < SHOWN)
      data.push({
        conversation_id: row.uuid,
        visitor_name: row.visitor_name,
        at: toIso(at),
        reasons,
      })
  }
  return { checked: ids.length, matched, data }
}

interface Line {
  readonly author: string
  readonly created_at: number
}

/** Time of the latest event of a rule's kind in a conversation, ms since 1970; undefined without one. */
function eventAt(
  row: FactsRow,
  { event, minutes }: Tried,
  lines: () => readonly Line[],
  now: number,
): number | undefined {
  switch (event) {
    case 'created':
      return row.created_at
    case 'message':
      return row.said_at ?? undefined
    case 'needs_person':
      return row.needed_at ?? undefined
    case 'ended':
      return row.ended_at ?? undefined
    default:
      return waitedAt(lines(), minutes! * MINUTE_MS, row.ended_at ?? now)
  }
}

/** Time at which the visitor had last waited so long for a reply, ms since 1970; undefined if they never have. */
function waitedAt(lines: readonly Line[], wait: number, end: number): number | undefined {
  let since: number | undefined
  let found: number | undefined
  const settle = (until: number) => {
    if (since !== undefined && until - since >= wait) found = since + wait
    since = undefined
  }
  for (const { author, created_at } of lines) {
    if (author === 'visitor') since ??= created_at
    else settle(created_at)
  }
  settle(end)
  return found
}
