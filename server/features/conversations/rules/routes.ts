/*
 * GET    /user/rules          listRules
 * POST   /user/rules          createRule
 * PUT    /user/rules/:id      updateRule
 * DELETE /user/rules/:id      deleteRule
 * POST   /user/rules/order    sortRules
 * POST   /user/rules/dry-run  tryRule
 * GET    /user/rule-runs      listRuleRuns
 */
import { fault } from '#contracts/faults.ts'
import { MAX_RULES, type NewRule } from '#contracts/rule-fields.ts'
import {
  createRule,
  deleteRule,
  listRuleRuns,
  listRules,
  sortRules,
  tryRule,
  updateRule,
} from '#contracts/rules.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, InvalidFields, notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { dryRun } from './dry-run.ts'
import { ruleFaults } from './faults.ts'
import { presentRule, presentRun } from './present.ts'
import { type RuleFields, type RuleRow, ruleQueries } from './queries.ts'
import { runQueries } from './run-queries.ts'

/** Log entries per page. */
const PAGE = 50

/** The rules of an account, and the log of what they did. */
export const ruleRoutes: Routes = (context) => {
  const { handle, db, write, events, now } = context
  const rules = ruleQueries(db)
  const faults = (sent: Partial<NewRule>, { userId }: { readonly userId: number }) =>
    ruleFaults(context, userId, sent)

  /** Publishes all rules in order, after any change. */
  function changed(tx: Tx, userId: number): void {
    const data = rules.all(userId).map(presentRule)
    events.record(tx, { userId, type: 'rules.changed', payload: { data } })
  }

  handle(listRules, ({ principal }) => ({ data: rules.all(principal.userId).map(presentRule) }))

  handle(
    createRule,
    ({ principal: { userId }, body }) =>
      write((tx) => {
        if (rules.count(userId) >= MAX_RULES)
          throw new AppError('too_many_rules', { params: { max: MAX_RULES } })
        const position = body.position ?? null
        const row = { ...columnsOf(body), userId, position, now: now().getTime() }
        const data = presentRule(rules.insert(tx, row))
        changed(tx, userId)
        return { message: 'Rule created successfully', data }
      }),
    faults,
  )

  handle(
    updateRule,
    ({ principal: { userId }, params, body }) =>
      write((tx) => {
        const row = find(userId, params.id)
        const data = presentRule(rules.update(tx, row, columnsOf(body), now().getTime()))
        changed(tx, userId)
        return { message: 'Rule updated successfully', data }
      }),
    faults,
  )

  handle(deleteRule, ({ principal: { userId }, params }) =>
    write((tx) => {
      rules.remove(tx, find(userId, params.id).id)
      changed(tx, userId)
      return { message: 'Rule deleted successfully' }
    }),
  )

  handle(sortRules, ({ principal: { userId }, body: { ids } }) =>
    write((tx) => {
      for (const [index, id] of ids.entries())
        if (!rules.find(userId, id))
          throw new InvalidFields({ [`ids.${index}`]: [fault('not_selectable')] })
      rules.sort(tx, userId, ids)
      changed(tx, userId)
      return {
        message: 'Rules sorted successfully',
        data: rules.all(userId).map(presentRule),
      }
    }),
  )

  handle(tryRule, ({ principal: { userId }, body }) => dryRun(context, userId, body), faults)

  handle(listRuleRuns, ({ principal: { userId }, query: { rule_id: ruleId, before } }) => {
    const from = before === undefined ? Number.MAX_SAFE_INTEGER : Number(before)
    const rows = runQueries(db).page({ userId, ruleId, before: from, limit: PAGE })
    const last = rows.length === PAGE ? rows.at(-1) : undefined
    return { data: rows.map(presentRun), before: last ? String(last.id) : null }
  })

  function find(userId: number, id: number): RuleRow {
    const row = rules.find(userId, id)
    if (!row) throw notFound('rule_not_found')
    return row
  }
}

const columnsOf = ({ conditions, actions, minutes, ...rule }: NewRule): RuleFields => ({
  name: rule.name,
  event: rule.event,
  is_on: Number(rule.is_on),
  is_last: Number(rule.is_last),
  minutes: minutes ?? null,
  conditions: JSON.stringify(conditions),
  actions: JSON.stringify(actions),
})
