import type { Request } from 'express'
import { type ErrorCode, type ErrorKind, KIND_OF } from '#contracts/errors.ts'
import { type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, InvalidFields } from '../../../errors.ts'
import { hashOf } from '../../../http/principal.ts'
import { idempotencyQueries, type KeyId, type KeyRow } from './queries.ts'

type Needs = Pick<Context, 'db' | 'now' | 'write'>

/** Makes a key stand for the record that its request writes. */
export interface Claim {
  readonly hasKey: boolean
  /** In the transaction that writes the record: no crash can part the two, and the key never stands for a second one. */
  tie(tx: Tx, recordId: number): void
}

/** A request that is done once, however often it is sent with its key. */
interface Repeatable<reply> {
  readonly req: Request
  readonly userId: number
  /** Operation; keys are scoped to it. */
  readonly operation: string
  /** The body as it was parsed. */
  readonly body: unknown
  /** Does it. What it returns or throws is what a repetition gets. */
  act(claim: Claim): reply | Promise<reply>
  /**
   * The answer of a request that a crash cut off, read from its record: returns or throws what `act` would have;
   * undefined while it is in flight.
   */
  answerOf(recordId: number): reply | undefined
}

/** A failure as it is kept. */
interface Failure {
  readonly fault: Fault<ErrorCode>
  readonly details: Readonly<Record<string, unknown>>
}

/** Lifetime of a key, ms. */
const KEPT_MS = 86_400_000

/** Failures that are outcomes; the others ("not now") may come out better the next time. */
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

/** The key of a request, at most 255 characters; undefined without one. */
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
