import type { Spending } from '#contracts/spending.ts'
import { AppError, tooManyRequests } from '../errors.ts'
import type { RateName } from '../limits.ts'
import type { RateLimiter, RateLimiters } from './rate-limit.ts'

const KB = 1024

/** Limits of one kind of call by somebody without a key. */
interface Budget {
  /** Largest body, bytes; files have `LIMITS.attachmentBytes`. */
  readonly bytes: number
  /** The rate by visitor, and the one by address (IPv6 by /64). */
  readonly visitor?: RateName
  readonly address?: RateName
}

/** One budget for everybody who has no key: the figures and their reasons are in `limits.ts`. */
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

/** Kinds of calls that leave something behind on the disk. */
const KEPT: ReadonlySet<Spending> = new Set<Spending>([
  'session',
  'conversation',
  'message',
  'file',
  'change',
  'page',
  'chat',
])

/** Room that a call takes on the disk beside its own text: rows, events and their indexes, bytes. */
const ROW_BYTES = 2 * KB
/** A text is kept as a row, as an event, in a webhook and in the index of the search. */
const COPIES = 4

/** Uploads that are received at the same time; each is a file that grows. */
const UPLOADS_AT_ONCE = { visitor: 2, address: 6, all: 16 }

/** Whoever may be next tries again after this long, s. */
const RETRY_UPLOAD_S = 2

/** Somebody without a key. */
export interface Caller {
  /** Key of their address. */
  readonly address: string
  readonly visitor?: { readonly id: number; readonly assistantId: number }
}

/** A call that was let in. */
export interface Spent {
  /** Largest body that may be read, bytes; undefined for whoever has no budget. */
  readonly bytes: number | undefined
  /** Gives back what the call took: it was a repetition of one that has been counted. */
  refund(): void
  /**
   * Takes the room that the call needs from an assistant that only its body, or its path, has named.
   * @throws AppError `too_many_requests` when the assistant has taken in as much as a day allows
   */
  charge(assistantId: number): void
  /** The call is over. */
  end(): void
}

const nothing = () => undefined

/** Charge of a call by an operator: nothing, without limits. */
export const UNLIMITED: Spent = { bytes: undefined, refund: nothing, charge: nothing, end: nothing }

interface AllowanceOptions {
  readonly limiters: RateLimiters
  readonly isBlocked: (address: string) => boolean
  /** Called with each call that was refused. */
  readonly onRefused: (caller: Caller) => void
  /** Called when an assistant has taken in as much as a day allows. */
  readonly onFull: (assistantId: number) => void
}

export type Allowance = ReturnType<typeof createAllowance>

/** Lets calls without a key in as long as their budget lasts, before any of their body is read. */
export function createAllowance({ limiters, isBlocked, onRefused, onFull }: AllowanceOptions) {
  const uploads = createSlots()

  /** @throws AppError `too_many_requests`; what was taken before is given back */
  function takeAll(takes: readonly Take[]): () => void {
    const taken: Take[] = []
    const giveBack = () => {
      for (const { limiter, key, amount } of taken) limiter.giveBack(key, amount)
    }
    try {
      for (const take of takes) {
        take.limiter.take(take.key, take.amount)
        taken.push(take)
      }
    } catch (error) {
      giveBack()
      throw error
    }
    return giveBack
  }

  /** The rates that a call counts towards, and the room that it needs. */
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
     * Takes a call from its caller's budget.
     * @param length of the body as it was announced, bytes; undefined where it was not
     * @throws AppError `address_blocked`, or `too_many_requests` with `Retry-After`
     */
    spend(spending: Spending, caller: Caller, length: number | undefined): Spent {
      // Nobody is locked out of their own desk: sign-in has a limit of its own.
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

/** Room that a call takes on the disk, bytes. */
function roomOf(spending: Spending, length: number): number {
  if (!KEPT.has(spending)) return 0
  return spending === 'file' ? length : ROW_BYTES + COPIES * length
}

interface Take {
  readonly limiter: RateLimiter
  readonly key: string
  readonly amount: number
}

/** Places for uploads: some for each visitor, some for each address, some for all. */
function createSlots() {
  const used = new Map<string, number>()
  const add = (key: string, change: number) => {
    const count = (used.get(key) ?? 0) + change
    if (count === 0) used.delete(key)
    else used.set(key, count)
  }
  return {
    /** @throws AppError `too_many_requests` while all places are taken */
    take({ address, visitor }: Caller): () => void {
      const wanted: (readonly [string, number])[] = [
        [`visitor ${visitor?.id}`, UPLOADS_AT_ONCE.visitor],
        [`address ${address}`, UPLOADS_AT_ONCE.address],
        ['all', UPLOADS_AT_ONCE.all],
      ]
      if (wanted.some(([key, max]) => (used.get(key) ?? 0) >= max))
        throw tooManyRequests(RETRY_UPLOAD_S)
      for (const [key] of wanted) add(key, 1)
      return () => {
        for (const [key] of wanted) add(key, -1)
      }
    },
  }
}
