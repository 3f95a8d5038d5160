import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLabel } from '#contracts/labels.ts'
import type { Rule, RuleRun } from '#contracts/rule-fields.ts'
import { deleteRule, listRuleRuns, tryRule } from '#contracts/rules.ts'
import { idle } from '../../support/idle.ts'
import { madeConversation, neverIdle } from '../../support/inbox.ts'
import { madeRule, type WantedRule } from '../../support/rules.ts'
import { sample } from '../../support/sample.ts'
import { startServer } from '../../support/server.ts'

const WORDS = ['refund', 'price', 'hello'] as const
const EVENTS = ['created', 'message', 'needs_person', 'ended'] as const

type Event = (typeof EVENTS)[number]
type Happening = Exclude<Event, 'created'>

/** Random rules, with conditions that each other's actions can meet. */
const rules = (labels: readonly number[]): fc.Arbitrary<WantedRule[]> => {
  const label = fc.constantFrom(...labels)
  const is_not = fc.boolean()
  const optional = { requiredKeys: [] as [] }
  const rule = fc
    .record({
      event: fc.constantFrom<Event>(...EVENTS),
      is_on: fc.boolean(),
      is_last: fc.boolean(),
      conditions: fc.record(
        {
          label: fc.record({ is_not, ids: fc.tuple(label) }),
          text: fc.record({ is_not, values: fc.tuple(fc.constantFrom(...WORDS)) }),
          contact: fc.record({
            is_not,
            field: fc.constant('email'),
            values: fc.constant<string[]>([]),
          }),
        },
        optional,
      ),
      actions: fc.record(
        {
          label_ids: fc.tuple(label),
          assign: fc.record({
            to: fc.constantFrom('round_robin' as const, 'least_busy' as const),
            operator_ids: fc.constant<number[]>([]),
          }),
          mode: fc.constantFrom('human' as const, 'approve' as const, 'auto' as const),
          reply: fc.constant('An automatic refund.'),
          snooze_minutes: fc.constant(60),
        },
        optional,
      ),
    })
    .map((made) => {
      const { text, ...conditions } = made.conditions
      const { mode, reply, snooze_minutes, ...actions } = made.actions
      return {
        ...made,
        conditions: made.event === 'created' ? conditions : made.conditions,
        actions: {
          ...(made.event === 'ended' ? actions : made.actions),
          notify: { operator_ids: [] },
        },
      }
    })
  return fc.array(rule, { minLength: 1, maxLength: 6 })
}

const happening = fc.record({
  what: fc.constantFrom<Happening>('message', 'needs_person', 'ended'),
  word: fc.constantFrom(...WORDS),
})

/** Checks what rules did in a conversation, given how often each event happened. */
function judge(
  rules: readonly Rule[],
  runs: readonly RuleRun[],
  counted: ReadonlyMap<string, number>,
): void {
  for (const rule of rules) {
    const own = runs.filter((run) => run.rule.id === rule.id)
    expect(own.length).toBeLessThanOrEqual(rule.is_on ? (counted.get(rule.event) ?? 0) : 0)
  }
  for (const [index, { rule, event }] of runs.entries()) {
    const next = runs[index + 1]
    const isLast = rules[Number(rule.name)]!.is_last
    // Nothing follows the last rule, except for another event, which starts from the top again.
    if (isLast && next?.event === event)
      expect(Number(next.rule.name)).toBeLessThanOrEqual(Number(rule.name))
  }
}

test('random rules act at most once for each event, in order, up to the last, and never on what rules did', async () => {
  const server = await startServer()
  neverIdle(server)
  const { call, context } = server
  const { db } = context
  const labels: number[] = []
  for (const name of ['A', 'B'])
    labels.push((await call(createLabel, { body: { name, colour: 'red' } })).data.id)
  const change = {
    needs_person: 'UPDATE conversations SET needs_person = 1 WHERE id = ? AND ended_at IS NULL',
    ended: 'UPDATE conversations SET ended_at = 5 WHERE id = ? AND ended_at IS NULL',
  }
  /** Makes something happen; returns how often it did. */
  function happen(what: Happening, say: () => unknown, id: number): number {
    if (what !== 'message') return db.prepare(change[what]).run(id).changes
    say()
    return 1
  }
  await fc.assert(
    fc.asyncProperty(
      rules(labels),
      fc.array(happening, { minLength: 1, maxLength: 5 }),
      async (wanted, happenings) => {
        const made: Rule[] = []
        for (const [index, rule] of wanted.entries())
          made.push(await madeRule(server, { ...rule, name: `${index}` }))
        const { id, uuid, say } = madeConversation(server)
        const counted = new Map<string, number>([['created', 1]])
        for (const { what, word } of happenings) {
          const count = happen(what, () => say('visitor', word), id)
          counted.set(what, (counted.get(what) ?? 0) + count)
          context.jobs.wake()
          await idle(db)
        }
        const { data } = await call(listRuleRuns)
        judge(made, data.filter((run) => run.conversation_id === uuid).reverse(), counted)
        expect(db.prepare('SELECT count(*) FROM rule_events').pluck().get()).toBe(0)
        for (const { id } of made) await call(deleteRule, { params: { id } })
      },
    ),
    { numRuns: sample(25, 300) },
  )
}, 120_000)

test('a dry run finds exactly what the rule then does', async () => {
  const server = await startServer()
  neverIdle(server)
  const { call, context } = server
  const label = (await call(createLabel, { body: { name: 'A', colour: 'red' } })).data.id
  await fc.assert(
    fc.asyncProperty(
      rules([label]),
      fc.array(fc.record({ word: fc.constantFrom(...WORDS), hasEmail: fc.boolean() }), {
        minLength: 1,
        maxLength: 6,
      }),
      async ([wanted], visitors) => {
        context.db.exec('DELETE FROM conversations')
        const rule = {
          ...wanted!,
          event: 'message' as const,
          actions: { notify: { operator_ids: [] } },
        }
        const made = await madeRule(server, { ...rule, is_on: true })
        for (const { word, hasEmail } of visitors)
          madeConversation(server, {
            messages: [['visitor', word]],
            ...(hasEmail && { email: 'ada@example.com' }),
          })
        context.jobs.wake()
        await idle(context.db)
        const { data, matched } = await call(tryRule, {
          body: { name: 'Rule', ...rule, conditions: rule.conditions ?? {} },
        })
        const { data: runs } = await call(listRuleRuns, { query: { rule_id: made.id } })
        const ids = (some: readonly { conversation_id: string }[]) =>
          some.map(({ conversation_id }) => conversation_id).sort()
        expect(matched).toBe(runs.length)
        expect(ids(data)).toEqual(ids(runs))
        await call(deleteRule, { params: { id: made.id } })
      },
    ),
    { numRuns: sample(15, 200) },
  )
}, 120_000)
