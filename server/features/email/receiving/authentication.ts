import type { EmailAuthentication } from '#contracts/email-receiving.ts'

const METHODS = ['spf', 'dkim', 'dmarc'] as const

/** Longest header that is read, characters. */
const MAX_HEADER = 4000

/**
 * The results of the receiving server's checks (RFC 8601). Only the topmost header counts: each server adds its own above those
 * that came with the message. They are shown, and a failure counts against the message; a pass grants nothing.
 */
export function readAuthentication(headers: readonly string[]): EmailAuthentication {
  const text = withoutComments(headers[0]?.slice(0, MAX_HEADER) ?? '')
  const [server = '', ...results] = text.split(';').map((part) => part.trim())
  const name = server.split(/\s/)[0] ?? ''
  const entries = METHODS.map((method) => [method, resultOf(method, results)])
  return { server: name === '' ? null : name, ...Object.fromEntries(entries) }
}

function resultOf(method: string, results: readonly string[]): string | null {
  // Several signatures may have been checked: one that passes is enough.
  const found = results
    .map((result) => /^([a-z-]{3,20})(?:\/\d)?\s*=\s*([a-z]{3,20})\b/i.exec(result))
    .filter((match) => match?.[1]?.toLowerCase() === method)
    .map((match) => match![2]!.toLowerCase())
  return found.find((result) => result === 'pass') ?? found[0] ?? null
}

/** Comments may contain anything, such as another result. */
function withoutComments(text: string): string {
  let depth = 0
  let kept = ''
  for (const sign of text) {
    if (sign === '(') depth += 1
    if (depth === 0) kept += sign
    if (sign === ')') depth = Math.max(0, depth - 1)
  }
  return kept
}

/** Reports whether the receiving server found that somebody else sent the message. */
export const isForged = ({ dmarc, spf, dkim }: EmailAuthentication): boolean =>
  dmarc === 'fail' || (dmarc === null && spf === 'fail' && dkim !== 'pass')

/** Reports whether the receiving server's results, if it has any, confirm the sender. */
export function isConfirmed({ dmarc, spf, dkim }: EmailAuthentication): boolean {
  if (dmarc === 'pass') return true
  if (dmarc !== null && dmarc !== 'none') return false
  return (spf === null && dkim === null && dmarc === null) || spf === 'pass' || dkim === 'pass'
}
