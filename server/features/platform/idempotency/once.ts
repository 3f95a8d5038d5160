import type { Request } from 'express'
import { type ErrorCode, type ErrorKind, KIND_OF } from '#contracts/errors.ts'
import { type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, InvalidFields } from '../../../errors.ts'
import { hashOf } from '../../../http/principal.ts'
import { idempotencyQueries, type KeyId, type KeyRow } from './queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'write'>

/** Ties an idempotency key to the record that its request writes. */
export interface Claim {
  readonly hasKey: boolean
  /** Runs in the transaction that writes the record, so that a crash cannot separate them and a key never refers to two records. */
  tie(tx: Tx, recordId: number): void
}

/** A request that runs once, however often it is sent with the same key. */
interface Repeatable<reply> {
  readonly req: Request
  readonly userId: number
  /** Operation; keys are scoped to it. */
  readonly operation: string
  /** The parsed body. */
  readonly body: unknown
  /** Performs the request. Retries get what it returned or threw. */
  act(claim: Claim): reply | Promise<reply>
  /**
   * The answer of a request that a crash cut off, read from its record: returns or throws what `act` would have;
   * undefined while it is in flight.
   */
  answerOf(recordId: number): reply | undefined
}

/** A stored failure. */
interface Failure {
  readonly fault: Fault<ErrorCode>
  readonly details: Readonly<Record<string, unknown>>
}

/** Lifetime of a key, ms. */
const KEPT_MS = 86_400_000

/** Failures that count as outcomes; others are temporary and may succeed on a retry. */
const OUTCOMES: readonly ErrorKind[] = ['bad_request', 'not_found', 'invalid', 'internal']

/**
 * Honours `Idempotency-Key` (docs/spec/decisions.md, section 5): the same key and body get the same answer for 24
 * hours, another body is 422, and 409 is the answer while the first request is in flight. Without the header it just
 * acts. Faults of the request itself (`InvalidFields`) are not kept.
 */
export async function once<reply>(
  { db, write, now }: Needs,
  { req, userId, operation, body, act, answerOf }: Repeatable<reply>,
): Promise<reply> {
  const key = keyOf(req)
  if (key === undefined) return act({ hasKey: false, tie: () => {} })
  const keys = idempotencyQueries(db)
  const time = now().getTime()
  const id = { userId, operation, key } satisfies KeyId
  const bodyHash = hashOf(JSON.stringify(body))
  await write((tx) => keys.forget(tx, time - KEPT_MS))
  const known = keys.find(id)
  if (known && !known.body_hash.equals(bodyHash)) throw otherBody()
  if (known?.status) return repeated(known)

  const keep = (status: number, answer: unknown) =>
    write((tx) =>
      keys.keep(tx, { ...id, bodyHash, status, body: JSON.stringify(answer), now: time }),
    )
  try {
    const reply = known
      ? (answerOf(Number(known.reference)) ?? refuse())
      : await act({
          hasKey: true,
          tie(tx, recordId) {
            if (!keys.tie(tx, { ...id, bodyHash, reference: String(recordId), now: time })) refuse()
          },
        })
    await keep(200, reply)
    return reply
  } catch (error) {
    if (error instanceof AppError && OUTCOMES.includes(KIND_OF[error.code]))
      await keep(error.status, { fault: error.fault, details: error.details } satisfies Failure)
    throw error
  }
}

/** The idempotency key of a request, at most 255 characters; undefined without one. */
function keyOf({ headers }: Request): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || key === '' || key.length > 255) {
    throw new InvalidFields({
      idempotency_key: [fault('idempotency_key_length', { min: 1, max: 255 })],
    })
  }
  return key
}

function repeated<reply>({ status, body }: KeyRow): reply {
  const answer = JSON.parse(body!) as unknown
  if (status === 200) return answer as reply
  const { fault: known, details } = answer as Failure
  throw new AppError(known.code, { ...(known.params && { params: known.params }), details })
}

const otherBody = () => new InvalidFields({ idempotency_key: [fault('idempotency_key_reused')] })

function refuse(): never {
  throw new AppError('idempotency_key_in_use')
}
