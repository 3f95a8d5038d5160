import type { Db } from '../../../db/open.ts'
import type { ModelRow } from '../../platform/lookups/queries.ts'
import { moneyQueries } from './queries.ts'

interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Cost of a model call: tokens times price, rounded up to a whole micro-dollar. */
export function costOf({ input_price, output_price }: ModelRow, usage: Usage): number {
  return Math.ceil(
    (usage.inputTokens * input_price + usage.outputTokens * output_price) / 1_000_000,
  )
}

/** Reports whether an account can pay for a model: a priced one needs a balance, the built-in one is free. */
export function canPay(db: Db, userId: number, { input_price, output_price }: ModelRow): boolean {
  return input_price + output_price === 0 || moneyQueries(db).balance(userId) > 0
}
