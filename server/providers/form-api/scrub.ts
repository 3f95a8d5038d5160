import { type Fault, mapTexts } from '#contracts/faults.ts'
import type { FormApiAccount } from './account.ts'

/** Longest text of a provider that is kept, UTF-16 units. */
const MAX_LENGTH = 300

/** Ids of things at a provider: two letters and 32 hexadecimal digits. */
const SID = /\b[A-Z]{2}[0-9a-f]{32}\b/gi

/** A provider's own words without the account, its token and ids, however they came in there. */
export function scrubbed(text: string, { account, token }: FormApiAccount): string {
  const basic = Buffer.from(`${account}:${token}`).toString('base64')
  const clean = [basic, token, encodeURIComponent(token), account].reduce(
    (rest, secret) => rest.replaceAll(secret, '…'),
    text,
  )
  const shown = clean
    .replace(SID, '…')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return shown.slice(0, MAX_LENGTH).toWellFormed()
}

/** A reason without them. */
export const scrubbedFault = (reason: Fault, account: FormApiAccount): Fault =>
  mapTexts(reason, (text) => scrubbed(text, account))
