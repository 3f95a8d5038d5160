import type { NumberCarrier, NumberOffer } from './carrier.ts'
import { countryOf, numbersOf } from './sandbox-ranges.ts'

/** Price of every Sandbox number, micro-dollars a month. */
const MONTHLY_PRICE = 3_990_000

/** Built-in carrier: a simulation that sells numbers kept for fiction and uses no network. */
export function createSandboxCarrier(): NumberCarrier {
  return {
    name: 'sandbox',
    region: 'sandbox',
    async search({ country, digits, limit, isTaken }) {
      const found: NumberOffer[] = []
      for (const number of numbersOf(country)) {
        if (found.length === limit) break
        if (number.includes(digits) && !isTaken(number)) found.push(offerOf(number, country))
      }
      return found
    },
    async find(number) {
      const country = countryOf(number)
      return country === undefined ? undefined : offerOf(number, country)
    },
    // Who has which number is known from Parley's own data.
    async order() {},
    async giveBack() {},
  }
}

const offerOf = (number: string, country: string): NumberOffer => ({
  number,
  country,
  monthlyPrice: MONTHLY_PRICE,
  addressRequirements: 'none',
  isSmsCapable: Number(number.at(-1)) % 2 === 0,
})
