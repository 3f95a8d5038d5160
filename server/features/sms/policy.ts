import type { SmsPolicy } from '#contracts/sms-provider.ts'
import type { Context } from '../../context.ts'
import { AppError, tooManyRequests } from '../../errors.ts'
import { SANDBOX } from '../../providers/sms/sandbox.ts'
import { chosenCountries, isDestination } from '../phone-numbers/destinations.ts'
import { phoneNumberQueries } from '../phone-numbers/queries.ts'
import { policyQueries } from './policy-queries.ts'

type Needs = Pick<Context, 'config' | 'db' | 'now' | 'sms'>

/** Maximum cap. */
const MAX_CAP = 100_000

/** Countries an account may send to, with defaults. */
export function policyOf(
  { config, db }: Pick<Needs, 'config' | 'db'>,
  userId: number,
): SmsPolicy & { home_countries: string[] } {
  const row = policyQueries(db).find(userId)
  return {
    countries: chosenCountries({ db }, userId),
    daily_cap: row?.daily_cap ?? Math.min(config.rates.smsToCountry.max, MAX_CAP),
    home_countries: phoneNumberQueries(db).countries(userId),
  }
}

/**
 * Checks that an account may send one more message to a country. Counts come from the database, so a restart does not
 * reset them.
 * @throws AppError 400 or 429
 */
export function assertPolicy(context: Needs, userId: number, country: string): void {
  const { config, db, now, sms } = context
  const { daily_cap: cap } = policyOf(context, userId)
  const isAllowed = sms.current.name === SANDBOX || isDestination(context, userId, country)
  if (!isAllowed) throw new AppError('destination_not_allowed')
  const { windowMs } = config.rates.smsToCountry
  const since = now().getTime() - windowMs
  const filledAt = policyQueries(db).filling({ userId, country, since, cap })
  if (filledAt !== undefined) throw tooManyRequests(Math.ceil((filledAt - since) / 1000))
}
