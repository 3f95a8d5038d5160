import { z } from 'zod'
import { defaulted, dollars } from './scalars.ts'

/** Maximum price of a minute, or of 1,000 characters, USD. */
const MAX_PRICE = 100

const price = dollars(MAX_PRICE)
const hearing = price.describe('USD per minute of audio transcribed.')
const speaking = price.describe('USD per minute of audio generated.')
const characters = price.describe('USD per 1,000 characters spoken.')

/** Prices of a new service, used to charge for calls. */
export const newPrices = {
  hearing_price: defaulted(hearing, 0),
  speaking_price: defaulted(speaking, 0),
  characters_price: defaulted(characters, 0),
}

/** Prices to change. */
export const changedPrices = {
  hearing_price: hearing.optional(),
  speaking_price: speaking.optional(),
  characters_price: characters.optional(),
}

/** Prices as returned. */
export const shownPrices = {
  hearing_price: z.number(),
  speaking_price: z.number(),
  characters_price: z.number(),
}
