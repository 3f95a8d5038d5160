import type { EmailAuthentication } from '#contracts/email-receiving.ts'

const METHODS = ['spf', 'dkim', 'dmarc'] as const

/** Longest header that is read, characters. */
const MAX_HEADER = 4000

/** Results of the receiving server's checks, and those of the From header's domain: anybody can pass SPF and DKIM for their own. */
export interface CheckedAuthentication extends EmailAuthentication {
  /** Checks that passed for the domain of the sender, or one above it. */
  readonly aligned: readonly ('spf' | 'dkim')[]
}

/** Stands for an email without results. */
export const UNCHECKED: CheckedAuthentication = {
  server: null,
  spf: null,
  dkim: null,
  dmarc: null,
  aligned: [],
}

/**
 * The results of the receiving server's checks (RFC 8601). Only the topmost header counts: each server adds its own above those
 * that came with the message. They are shown, and a failure counts against the message; a pass grants nothing to a visitor, and
 * only one for the sender's own domain confirms an operator.
 * @param domain of the sender, in lower case; undefined without exactly one sender
 */
export function readAuthentication(
  headers: readonly string[],
  domain: string | undefined,
): CheckedAuthentication {
  const text = withoutComments(headers[0]?.slice(0, MAX_HEADER) ?? '')
  const [server = '', ...results] = text.split(';').map((part) => part.trim())
  const name = server.split(/\s/)[0] ?? ''
  const entries = METHODS.map((method) => [method, resultOf(method, results)])
  const aligned = ALIGNABLE.filter((method) =>
    results.some((result) => passesFor(method, result, domain)),
  )
  return {
    ...UNCHECKED,
    server: name === '' ? null : name,
    ...Object.fromEntries(entries),
    aligned,
  }
}

const ALIGNABLE = ['spf', 'dkim'] as const

/** Properties that name the domain which a check was about, as a domain or an address. */
const DOMAINS = {
  spf: /\ssmtp\.mailfrom\s*=\s*(\S{1,320})/i,
  dkim: /\sheader\.[di]\s*=\s*(\S{1,320})/i,
}

/** Reports whether a result is a pass for a domain, or for one above it that is no top-level domain. */
function passesFor(method: 'spf' | 'dkim', result: string, domain: string | undefined): boolean {
  if (domain === undefined || resultOf(method, [result]) !== 'pass') return false
  const checked = DOMAINS[method].exec(result)?.[1]?.toLowerCase().replace(/^.*@/, '') ?? ''
  return checked.includes('.') && (domain === checked || domain.endsWith(`.${checked}`))
}

function resultOf(method: string, results: readonly string[]): string | null {
  // Several signatures may have been checked: one that passes is enough.
  const found = results
    .map((result) => /^([a-z-]{3,20})(?:\/\d)?\s*=\s*([a-z]{3,20})\b/i.exec(result))
    .filter((match) => match?.[1]?.toLowerCase() === method)
    .map((match) => match![2]!.toLowerCase())
  return found.find((result) => result === 'pass') ?? found[0] ?? null
}

/** Comments and quoted words, such as a part of an address, may contain anything, such as another result. */
function withoutComments(text: string): string {
  let depth = 0
  let isQuoted = false
  let kept = ''
  for (const sign of text.replace(/\\./g, '')) {
    if (depth === 0 && sign === '"') isQuoted = !isQuoted
    else if (isQuoted) kept += sign.replace(/[^\w.@+-]/, '')
    else if (sign === '(') depth += 1
    else if (sign === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) kept += sign
  }
  return kept
}

/** Reports whether the receiving server found that somebody else sent the message. */
export const isForged = ({ dmarc, spf, dkim }: EmailAuthentication): boolean =>
  dmarc === 'fail' || (dmarc === null && spf === 'fail' && dkim !== 'pass')

/** Reports whether the sender is confirmed by DMARC or a check of their own domain; true if the receiving server reports nothing. */
export function isConfirmed({ dmarc, spf, dkim, aligned }: CheckedAuthentication): boolean {
  if (dmarc === 'pass') return true
  if (dmarc !== null && dmarc !== 'none') return false
  return (spf === null && dkim === null && dmarc === null) || aligned.length > 0
}
