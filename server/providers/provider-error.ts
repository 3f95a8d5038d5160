import { type Fault, fault } from '#contracts/faults.ts'

/** An error with the provider's own number and words. */
export const providerError = (code: number, text: string): Fault =>
  fault('provider_error', { code, text })

/** The provider's own number of an error; undefined if it has none. */
export function providerCodeOf({ code, params }: Fault): number | undefined {
  return code === 'provider_error' ? Number(params?.['code']) : undefined
}
