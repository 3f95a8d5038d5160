import type { Context } from '../../context.ts'
import { phoneNumberQueries } from './queries.ts'

/** Countries that an account has chosen for messages and calls, as two-letter codes; null for those of its own numbers. */
export function chosenCountries({ db }: Pick<Context, 'db'>, userId: number): string[] | null {
  const countries = phoneNumberQueries(db).chosenCountries(userId)
  return countries ? JSON.parse(countries) : null
}

/** Reports whether an account may send messages and place calls to a country through a provider. */
export const isDestination = (
  { db }: Pick<Context, 'db'>,
  userId: number,
  country: string,
): boolean =>
  (chosenCountries({ db }, userId) ?? phoneNumberQueries(db).countries(userId)).includes(country)
