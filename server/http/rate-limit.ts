import { tooManyRequests } from '../errors.ts'
import type { Rate, RateName } from '../limits.ts'
import { createWindows } from './windows.ts'

/** Counts events by key and refuses excess ones. Kept in memory: a restart resets the counts. */
export interface RateLimiter {
  /**
   * Counts one, or an amount.
   * @throws AppError `too_many_requests` with `Retry-After` if it exceeds the limit; nothing is counted then
   */
  take(key: string, amount?: number): void
  /** Undoes a count in the current window. */
  refund(key: string, amount?: number): void
  /**
   * Asserts that one more may be counted, without counting it.
   * @throws AppError `too_many_requests`
   */
  assertRoom(key: string): void
}

/** Maximum number of keys; beyond it, the oldest are dropped. */
const MAX_KEYS = 50_000

/** Creates a limiter with a fixed window per key, which starts at the key's first use. */
export function createRateLimiter({ max, windowMs }: Rate, now: () => Date): RateLimiter {
  const windows = createWindows({ windowMs, maxKeys: MAX_KEYS, now })

  function assertRoom(key: string, amount = 1): void {
    const open = windows.find(key)
    if ((open?.count ?? 0) + amount <= max) return
    const time = now().getTime()
    const endsAt = open?.endsAt ?? time + windowMs
    throw tooManyRequests(Math.ceil((endsAt - time) / 1000))
  }

  return {
    assertRoom,
    take(key, amount = 1) {
      assertRoom(key, amount)
      windows.add(key, amount)
    },
    refund(key, amount = 1) {
      const open = windows.find(key)
      if (open) open.count = Math.max(0, open.count - amount)
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
 * Rate-limit key of an address: IPv4 unchanged (also when mapped into IPv6), IPv6 by its /64, the usual allocation of
 * one customer: `2001:db8:0:1::/64`.
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
  const network = [...left, ...zeros, ...right]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
  return `${network.join(':')}::/64`
}
