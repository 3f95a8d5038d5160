import { type Fault, mapTexts } from '#contracts/faults.ts'
import type { FormApiAccount } from './account.ts'

/** Maximum length of stored provider messages, UTF-16 units. */
const MAX_LENGTH = 300

/** Provider ids: two letters and 32 hexadecimal digits. */
const SID = /\b[A-Z]{2}[0-9a-f]{32}\b/gi

/** Redacts the account, its token (also base64- or URL-encoded) and ids from a provider's message. */
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

/** Redacts them from a fault. */
export const scrubbedFault = (reason: Fault, account: FormApiAccount): Fault =>
  mapTexts(reason, (text) => scrubbed(text, account))
