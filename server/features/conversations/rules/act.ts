import {
  RuleActionKind,
  type RuleActions,
  type RuleAssignment,
  type RuleRunAction,
} from '#contracts/rule-fields.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { operatorQueries } from '../../accounts/operators/queries.ts'
import { teamQueries } from '../../accounts/teams/queries.ts'
import { enqueueWebhook } from '../../webhooks/enqueue.ts'
import { recordActivity } from '../activities/record.ts'
import { assignConversation } from '../assign.ts'
import { assignTeam } from '../assign-team.ts'
import { bulkQueries } from '../inbox/bulk-queries.ts'
import { labelQueries } from '../labels/queries.ts'
import { recordLabelChange } from '../labels/record-change.ts'
import { postAnswer, postMessage } from '../post.ts'
import { supersedeProposal } from '../proposals/record.ts'
import { type ConversationRow, conversationQueries } from '../queries.ts'
import { snoozeConversation } from '../snooze.ts'
import { turnDial } from '../turns/dial.ts'
import type { Turns } from '../turns/run.ts'
import type { FactsRow } from './facts-queries.ts'
import { loadQueries } from './load-queries.ts'
import { matchedPayload } from './matched-payload.ts'
import { pickOperator } from './pick-operator.ts'
import type { RuleRow } from './queries.ts'

const MINUTE_MS = 60_000

/** Dependencies of a rule's actions. */
export type ActNeeds = Pick<
  Context,
  | 'db'
  | 'events'
  | 'hub'
  | 'now'
  | 'jobs'
  | 'randomBytes'
  | 'liveCalls'
  | 'pendingAnswers'
  | 'attendance'
> & { readonly turns: Turns }

/** A rule that has matched in a conversation. */
export interface Matched {
  readonly rule: RuleRow
  readonly facts: FactsRow
}

interface Acting extends Matched {
  readonly context: ActNeeds
  /** Current state of the conversation. */
  readonly row: ConversationRow
}

type Result = Pick<RuleRunAction, 'outcome' | 'detail'>

const done = (detail: string | null = null): Result => ({ outcome: 'done', detail })
const unchanged = (detail: string | null = null): Result => ({ outcome: 'unchanged', detail })
/** For an action that needs something that is gone, or that does not apply any more. */
const skipped = (detail: string | null = null): Result => ({ outcome: 'skipped', detail })

/** Every action, in the order in which they are performed; undefined if the rule does not have it. */
const PERFORM: Readonly<
  Record<RuleActionKind, (tx: Tx, acting: Acting, actions: RuleActions) => Result | undefined>
> = {
  label: (tx, acting, { label_ids: ids }) => ids && label(tx, acting, ids),
  assign: (tx, acting, { assign: wanted }) => wanted && assign(tx, acting, wanted),
  mode: (tx, acting, { mode }) => mode && turn(tx, acting, mode),
  reply: (tx, acting, { reply: text }) => (text ? reply(tx, acting, text) : undefined),
  snooze: (tx, acting, { snooze_minutes: minutes }) =>
    minutes ? snooze(tx, acting, minutes) : undefined,
  notify: (tx, acting, { notify: whom }) => whom && notify(tx, acting, whom.operator_ids),
  webhook: (tx, acting, { webhook_url: url }) => (url ? callWebhook(tx, acting, url) : undefined),
}

/** Performs a rule's actions in the caller's transaction, and says what each did. */
export function act(tx: Tx, context: ActNeeds, matched: Matched): RuleRunAction[] {
  const actions = JSON.parse(matched.rule.actions) as RuleActions
  return RuleActionKind.options.flatMap((action) => {
    const row = conversationQueries(context.db).byId(matched.facts.id)!
    const result = PERFORM[action](tx, { ...matched, context, row }, actions)
    return result ? [{ action, ...result }] : []
  })
}

function label(tx: Tx, { context, row, rule }: Acting, ids: readonly number[]): Result {
  const labels = labelQueries(context.db)
  const known = ids.flatMap((id) => labels.find(row.user_id, id) ?? [])
  if (known.length === 0) return skipped()
  const added = known.filter(({ id }) => labels.put(tx, row.id, id)).map(({ name }) => name)
  if (added.length === 0) return unchanged(known.map(({ name }) => name).join(', '))
  recordLabelChange(tx, context, row, { added, removed: [], by: null, rule: rule.name })
  return done(added.join(', '))
}

function assign(tx: Tx, acting: Acting, wanted: RuleAssignment): Result {
  const { context, row, rule } = acting
  const { team_id: id } = wanted
  if (id === undefined) return assignPerson(tx, acting, wanted)
  const team = teamQueries(context.db).find(row.user_id, id)
  // A deleted team has nobody to choose.
  if (!team) return skipped()
  const ofPerson =
    wanted.to === 'team'
      ? undefined
      : assignPerson(tx, acting, { ...wanted, operator_ids: team.operator_ids })
  // Afterwards: the whole team is notified only if nobody has the conversation.
  const isNew = assignTeam(tx, context, row, { to: id, by: null, rule: rule.name })
  return ofPerson ?? (isNew ? done(team.name) : unchanged(team.name))
}

function assignPerson(
  tx: Tx,
  acting: Acting,
  { to, operator_ids: ids, team_id: teamId }: RuleAssignment,
): Result {
  const { context, row, rule } = acting
  const { db } = context
  if (to === 'team') return skipped()
  if (to !== 'person' && row.assignee_id !== null) return unchanged()
  const team = operatorQueries(db).team(row.user_id)
  const isAnyone = ids.length === 0 && teamId === undefined
  const chosen = isAnyone ? team : team.filter(({ id }) => ids.includes(id))
  const people = chosen.map(({ id }) => id)
  const id = to === 'person' ? people[0] : nextOf(acting, to, people)
  const person = team.find((one) => one.id === id)
  if (!person) return skipped()
  if (to !== 'person') loadQueries(db).assigned(tx, rule.id, person.id)
  const isNew = assignConversation(tx, context, row, { to: person.id, by: null, rule: rule.name })
  return isNew ? done(person.name) : unchanged(person.name)
}

function nextOf(
  { context, row, rule }: Acting,
  by: 'round_robin' | 'least_busy',
  people: readonly number[],
): number | undefined {
  const present = context.attendance
    .of(row.user_id)
    .filter(({ status }) => status === 'available')
    .map(({ operator }) => operator.id)
  const loads = loadQueries(context.db)
  return pickOperator(by, {
    people,
    present,
    loads: loads.open(row.user_id),
    last: loads.last(rule.id),
  })
}

function turn(tx: Tx, { context, row, rule }: Acting, mode: ConversationRow['ai_mode']): Result {
  if (row.ended_at !== null) return skipped(mode)
  if (row.ai_mode === mode) return unchanged(mode)
  turnDial(tx, context, row, { mode, by: null, rule: rule.name })
  return done(mode)
}

function reply(tx: Tx, { context, row }: Acting, content: string): Result {
  if (row.ended_at !== null) return skipped()
  say(tx, context, row, content)
  if (supersedeProposal(tx, context, row)) tx.afterCommit(() => context.turns.abort(row.id))
  tx.afterCommit(() => context.jobs.wake())
  return done()
}

/** Says something in the assistant's name: as its answer, if it has one to give. */
function say(tx: Tx, context: ActNeeds, row: ConversationRow, content: string): void {
  const { assistant_name: authorName, ai_epoch: epoch, ai_mode: mode, message_count: last } = row
  if (mode === 'auto' && bulkQueries(context.db).lastOfVisitor(row.id) === last) {
    const answer = {
      authorName,
      content,
      status: 'complete',
      answersSeq: last,
      epoch,
      mode,
    } as const
    postAnswer(tx, context, row, answer)
  } else postMessage(tx, context, row, { author: 'assistant', authorName, content })
}

function snooze(tx: Tx, { context, row, rule }: Acting, minutes: number): Result {
  const until = context.now().getTime() + minutes * MINUTE_MS
  const isSnoozed = snoozeConversation(tx, context, row, { until, by: null, rule: rule.name })
  return isSnoozed ? done(String(minutes)) : skipped()
}

function notify(tx: Tx, { context, row, rule }: Acting, ids: readonly number[]): Result {
  const team = operatorQueries(context.db).team(row.user_id)
  const to = team.filter(({ id }) => ids.includes(id)).map(({ id, name }) => ({ id, name }))
  // Everyone who was named is gone.
  if (ids.length > 0 && to.length === 0) return skipped()
  const data = { rule: rule.name, to }
  recordActivity(tx, context, row, { kind: 'rule_notified', operatorId: null, data })
  return done(to.map(({ name }) => name).join(', ') || null)
}

function callWebhook(tx: Tx, { context, row, rule, facts }: Acting, url: string): Result {
  enqueueWebhook(tx, context, {
    userId: row.user_id,
    kind: 'rule_matched',
    url,
    payload: matchedPayload(context, { rule, row, facts }),
    assistantId: row.assistant_id,
    conversationId: row.id,
  })
  return done(url)
}
