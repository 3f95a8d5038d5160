import { inEnglish } from '#contracts/catalogues.ts'
import type { Fault } from '#contracts/faults.ts'

/** The channel's own number of an error, from the start of its text (`21211: …`); undefined if it has none. */
export function providerCodeOf(error: Fault): number | undefined {
  const [, number] = /^(\d{1,9}):/.exec(inEnglish.translate(error)) ?? []
  return number === undefined ? undefined : Number(number)
}
