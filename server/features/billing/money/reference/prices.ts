import type { CountryCode } from 'libphonenumber-js/max'
import prices from './prices.json' with { type: 'json' }

/** Countries without prices: no carrier offers messages and calls to them at a quotable price. */
type NotSold = 'AC' | 'KP' | 'TA'

/**
 * The price list of a new Parley: USD for a segment of an SMS, a minute of a call and a message of the messaging channel, by ISO country. The figures are
 * what such services usually cost; operators enter those of their own provider.
 */
export const PRICES: Readonly<
  Record<
    Exclude<CountryCode, NotSold>,
    { readonly sms: number; readonly call: number; readonly messenger: number }
  >
> = prices
