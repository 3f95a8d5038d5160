import { tooManyRequests } from '../errors.ts'
import type { Rate, RateName } from '../limits.ts'

/** Counts what happens by key and says when it is too much. Kept in memory: a restart forgives. */
export interface RateLimiter {
  /** Counts one; throws 429 with `Retry-After` when it is one too many. */
  take(key: string): void
}

/** Keys kept at most; beyond that the oldest are forgiven. */
const MAX_KEYS = 50_000

/** A limiter with a fixed window for each key, begun by the key's first use. */
export function createRateLimiter({ max, windowMs }: Rate, now: () => Date): RateLimiter {
  const windows = new Map<string, { count: number; endsAt: number }>()

  return {
    take(key) {
      const time = now().getTime()
      const open = windows.get(key)
      if (!open || open.endsAt <= time || open.endsAt > time + windowMs) {
        windows.delete(key)
        if (windows.size >= MAX_KEYS) windows.delete(windows.keys().next().value!)
        windows.set(key, { count: 1, endsAt: time + windowMs })
        return
      }
      if (open.count >= max) throw tooManyRequests(Math.ceil((open.endsAt - time) / 1000))
      open.count += 1
    },
  }
}

export type RateLimiters = Readonly<Record<RateName, RateLimiter>>

/** All limiters of a server. */
export function createRateLimiters(
  rates: Readonly<Record<RateName, Rate>>,
  now: () => Date,
): RateLimiters {
  const entries = Object.entries(rates).map(([name, rate]) => [name, createRateLimiter(rate, now)])
  return Object.fromEntries(entries) as RateLimiters
}

/**
 * The key of an address: IPv4 as it is (also when mapped into IPv6), IPv6 by its /64, which is what one customer has.
 */
export function addressKey(address: string | undefined): string {
  if (!address) return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('%')[0]!.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = address.includes('::')
    ? Array(Math.max(0, 8 - left.length - right.length)).fill('0')
    : []
  return [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')
}
