import type { Context } from '../../../context.ts'
import { telephoneName } from '../../../providers/voice/form-api/form-api.ts'
import { accountQueries } from '../../accounts/queries.ts'
import { isActive } from '../../phone-numbers/present.ts'
import { phoneNumberQueries } from '../../phone-numbers/queries.ts'
import { settingsQueries } from './settings-queries.ts'

/** The provider of an account's telephone calls, and the numbers that it has for them. */
export interface Carrier {
  /** Kept with each call. */
  readonly name: string
  /** Ids of the account's own numbers that it has. */
  readonly numberIds: readonly number[]
}

type Needs = Pick<Context, 'db' | 'now' | 'formApi'>

/** Reports whether telephone calls go through the account that is set up. */
export function isTelephoneOn({ db, formApi }: Pick<Needs, 'db' | 'formApi'>): boolean {
  const row = settingsQueries(db).find()
  return row !== undefined && row.account === formApi.id()
}

/**
 * The carrier of an account's new calls; undefined where the Sandbox plays them. The provider's money is the owner's: no
 * other account calls with it.
 */
export function carrierOf(context: Needs, userId: number): Carrier | undefined {
  const { db, now } = context
  const row = settingsQueries(db).find()
  if (!row || !isTelephoneOn(context) || accountQueries(db).owner()?.id !== userId) return undefined
  const own = phoneNumberQueries(db).all(userId)
  const numberIds = own
    .filter((number) => number.type === 'normal' && isActive(number, now()))
    .filter(({ phone_number: number }) => row.numbers.includes(number))
    .map(({ id }) => id)
  return { name: telephoneName(row.account), numberIds }
}
