import { encodeFault, type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { dropNotice, raiseNotice } from '../platform/notices/raise.ts'
import { endpointQueries } from './endpoint-queries.ts'
import { recordDeliveries } from './record.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/** An address of an account. */
interface Address {
  readonly user_id: number
  readonly url: string
}

/** Time without a successful delivery after which an address is disabled, ms. */
const GIVE_UP_MS = 120 * 3_600_000

/** Records a successful delivery. */
export function noteDelivered(tx: Tx, { db, now }: Needs, { user_id, url }: Address): void {
  endpointQueries(db).delivered(tx, user_id, url, now())
}

/** Records a failed delivery. */
export function noteFailed(
  tx: Tx,
  { db, now }: Needs,
  { user_id, url }: Address,
  reason: Fault,
): void {
  endpointQueries(db).failed(tx, user_id, url, encodeFault(reason), now())
}

/** The same for a delivery with retries: eventually the address is disabled. */
export function noteFailedAttempt(tx: Tx, context: Needs, address: Address, reason: Fault): void {
  const { db, now } = context
  const since = endpointQueries(db).failed(
    tx,
    address.user_id,
    address.url,
    encodeFault(reason),
    now(),
  )
  if (now().getTime() - since >= GIVE_UP_MS)
    disableEndpoint(tx, context, address, fault('nothing_for_120_hours', { reason }))
}

/** Disables an address, suspends its pending deliveries and notifies the account. */
export function disableEndpoint(
  tx: Tx,
  context: Needs,
  { user_id: userId, url }: Address,
  reason: Fault,
): void {
  const { db, now } = context
  const endpoints = endpointQueries(db)

  if (!endpoints.disable(tx, userId, url, encodeFault(reason), now())) return
  recordDeliveries(tx, context, endpoints.setAside(tx, userId, url, now()))
  raiseNotice(tx, context, { userId, kind: 'webhook_disabled', subject: url }, reason)
}

/** Re-enables an address. Suspended deliveries stay suspended. */
export function liftBan(tx: Tx, context: Needs, userId: number, url: string): void {
  const { db } = context

  if (!endpointQueries(db).enable(tx, userId, url)) return
  dropNotice(tx, context, { userId, kind: 'webhook_disabled', subject: url })
}

/**
 * Re-enables an address and resumes its suspended deliveries.
 * @returns their number
 */
export function enableEndpoint(tx: Tx, context: Needs, userId: number, url: string): number {
  const { db, now } = context

  liftBan(tx, context, userId, url)
  const resumed = endpointQueries(db).resume(tx, userId, url, now())
  recordDeliveries(tx, context, resumed)
  return resumed.length
}
