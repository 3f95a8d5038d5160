import type { Spending } from '#contracts/spending.ts'
import { AppError, tooManyRequests } from '../errors.ts'
import type { RateName } from '../limits.ts'
import type { RateLimiter, RateLimiters } from './rate-limit.ts'

const KB = 1024

/** Limits of one kind of call without a key. */
interface Budget {
  /** Maximum body size, bytes; files have `LIMITS.attachmentBytes`. */
  readonly bytes: number
  /** Rate limits by visitor and by address (IPv6 by /64). */
  readonly visitor?: RateName
  readonly address?: RateName
}

/** Budgets of all callers without a key; the figures and their reasons are in `limits.ts`. */
const BUDGETS: Readonly<Record<Spending, Budget>> = {
  read: { bytes: 0, visitor: 'visitorReads', address: 'addressReads' },
  stream: { bytes: 0, visitor: 'visitorStreams', address: 'addressStreams' },
  session: { bytes: 64 * KB, address: 'visitorSessions' },
  conversation: {
    bytes: 160 * KB,
    visitor: 'visitorConversations',
    address: 'addressConversations',
  },
  message: { bytes: 32 * KB, visitor: 'visitorSends', address: 'addressMessages' },
  file: { bytes: 16 * KB, visitor: 'visitorUploads', address: 'addressUploads' },
  change: { bytes: 160 * KB, visitor: 'visitorChanges', address: 'addressChanges' },
  page: { bytes: 16 * KB, visitor: 'visitorPages', address: 'addressPages' },
  sign: { bytes: 16 * KB, visitor: 'visitorSigns', address: 'addressSigns' },
  chat: { bytes: 160 * KB, address: 'publicChat' },
  sign_in: { bytes: 4 * KB },
}

/** Kinds of calls that store something on disk. */
const STORING: ReadonlySet<Spending> = new Set<Spending>([
  'session',
  'conversation',
  'message',
  'file',
  'change',
  'page',
  'chat',
])

/** Disk space of a call beyond its own text: rows, events and their indexes, bytes. */
const ROW_BYTES = 2 * KB
/** Number of copies of a text: as a row, as an event, in a webhook, and in the search index. */
const COPIES_OF_TEXT = 4

/** Limits of concurrent uploads; each is a growing file. */
const MAX_CONCURRENT_UPLOADS = { visitor: 2, address: 6, all: 16 }

/** Value of `Retry-After` when all upload slots are taken, s. */
const UPLOAD_RETRY_S = 2

/** A caller without a key. */
export interface Caller {
  /** Rate-limit key of the address. */
  readonly address: string
  readonly visitor?: { readonly id: number; readonly assistantId: number }
}

/** An admitted call. */
export interface Spent {
  /** Maximum body size to read, bytes; undefined for a caller without a budget. */
  readonly bytes: number | undefined
  /** Refunds the call: it repeats one that has already been counted. */
  refund(): void
  /**
   * Charges the call's disk space to an assistant that was only named by its body or path.
   * @throws AppError `too_many_requests` if the assistant has used up its daily space
   */
  charge(assistantId: number): void
  /** Ends the call and releases its upload slot. */
  end(): void
}

const nothing = () => undefined

/** Charge of a call by an operator: nothing, without limits. */
export const UNLIMITED: Spent = { bytes: undefined, refund: nothing, charge: nothing, end: nothing }

interface AllowanceOptions {
  readonly limiters: RateLimiters
  readonly isBlocked: (address: string) => boolean
  /** Called for each refused call. */
  readonly onRefused: (caller: Caller) => void
  /** Called when an assistant has used up its daily space. */
  readonly onFull: (assistantId: number) => void
}

export type Allowance = ReturnType<typeof createAllowance>

/** Admits calls without a key within their budgets, before any of their body is read. */
export function createAllowance({ limiters, isBlocked, onRefused, onFull }: AllowanceOptions) {
  const uploads = createSlots()

  /** @throws AppError `too_many_requests`, after undoing the earlier takes */
  function takeAll(takes: readonly Take[]): () => void {
    const taken: Take[] = []
    const refundTaken = () => {
      for (const { limiter, key, amount } of taken) limiter.refund(key, amount)
    }
    try {
      for (const take of takes) {
        take.limiter.take(take.key, take.amount)
        taken.push(take)
      }
    } catch (error) {
      refundTaken()
      throw error
    }
    return refundTaken
  }

  /** The rate limits and the disk space that a call is counted against. */
  function takesOf(spending: Spending, { address, visitor }: Caller, room: number): Take[] {
    const rates = BUDGETS[spending]
    const id = visitor && String(visitor.id)
    const take = (name: RateName | undefined, key: string | undefined, amount: number) =>
      name === undefined || key === undefined || amount === 0
        ? []
        : [{ limiter: limiters[name], key, amount }]
    return [
      ...take(rates.visitor, id, 1),
      ...take(rates.address, address, 1),
      ...take('visitorBytes', id, room),
      ...take('addressBytes', address, room),
    ]
  }

  function chargeAssistant(id: number, room: number): void {
    if (room === 0) return
    try {
      limiters.assistantBytes.take(String(id), room)
    } catch (error) {
      onFull(id)
      throw error
    }
  }

  return {
    /**
     * Charges a call to its caller's budget.
     * @param length announced length of the body, bytes; undefined if unknown
     * @throws AppError `address_blocked`, or `too_many_requests` with `Retry-After`
     */
    spend(spending: Spending, caller: Caller, length: number | undefined): Spent {
      // Blocking an address must not lock operators out: sign-in has its own limit.
      if (spending !== 'sign_in' && isBlocked(caller.address)) throw new AppError('address_blocked')
      const { bytes } = BUDGETS[spending]
      const room = roomOf(spending, length ?? bytes)
      const ends: (() => void)[] = []
      const end = () => {
        for (const one of ends.splice(0)) one()
      }
      try {
        if (spending === 'file') ends.push(uploads.take(caller))
        const refund = takeAll(takesOf(spending, caller, room))
        if (caller.visitor) chargeAssistant(caller.visitor.assistantId, room)
        return { bytes, refund, end, charge: (assistantId) => chargeAssistant(assistantId, room) }
      } catch (error) {
        end()
        onRefused(caller)
        throw error
      }
    },
  }
}

/** Disk space of a call, bytes. */
function roomOf(spending: Spending, length: number): number {
  if (!STORING.has(spending)) return 0
  return spending === 'file' ? length : ROW_BYTES + COPIES_OF_TEXT * length
}

interface Take {
  readonly limiter: RateLimiter
  readonly key: string
  readonly amount: number
}

/** Upload slots: limited per visitor, per address, and in total. */
function createSlots() {
  const used = new Map<string, number>()
  const add = (key: string, change: number) => {
    const count = (used.get(key) ?? 0) + change
    if (count === 0) used.delete(key)
    else used.set(key, count)
  }
  return {
    /** @throws AppError `too_many_requests` while all slots are taken */
    take({ address, visitor }: Caller): () => void {
      const wanted: (readonly [string, number])[] = [
        [`visitor ${visitor?.id}`, MAX_CONCURRENT_UPLOADS.visitor],
        [`address ${address}`, MAX_CONCURRENT_UPLOADS.address],
        ['all', MAX_CONCURRENT_UPLOADS.all],
      ]
      if (wanted.some(([key, max]) => (used.get(key) ?? 0) >= max))
        throw tooManyRequests(UPLOAD_RETRY_S)
      for (const [key] of wanted) add(key, 1)
      return () => {
        for (const [key] of wanted) add(key, -1)
      }
    },
  }
}
