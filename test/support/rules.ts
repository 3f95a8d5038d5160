import type { z } from 'zod'
import type { NewRule, Rule } from '#contracts/rule-fields.ts'
import { createRule, listRuleRuns } from '#contracts/rules.ts'
import type { TestServer } from './server.ts'

type Sent = z.input<typeof NewRule>

/** A rule for tests; omitted parts are as in a new one. */
export type WantedRule = Partial<Sent> & Pick<Sent, 'actions'>

/** Creates a rule of the owner's account. */
export async function madeRule(
  { call }: Pick<TestServer, 'call'>,
  { name = 'Rule', event = 'message', conditions = {}, ...rest }: WantedRule,
): Promise<Rule> {
  const { data } = await call(createRule, { body: { name, event, conditions, ...rest } })
  return data
}

/** Names of the rules that matched, oldest first. */
export async function namesOfRuns({ call }: Pick<TestServer, 'call'>): Promise<string[]> {
  const { data } = await call(listRuleRuns)
  return data.map(({ rule }) => rule.name).reverse()
}
