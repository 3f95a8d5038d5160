import type { Context } from '../../context.ts'
import { dropNotice, raiseNotice } from '../platform/notices/raise.ts'
import { endpointQueries } from './endpoint-queries.ts'
import { recordDeliveries } from './record.ts'

type Needs = Pick<Context, 'db' | 'events' | 'now'>

/** An address of an account. */
interface Address {
  readonly user_id: number
  readonly url: string
}

/** An address in which nothing has arrived for this long is sent nothing more, ms. */
const GIVE_UP_MS = 120 * 3_600_000

/** Something has arrived. */
export function noteDelivered({ db, now }: Needs, { user_id, url }: Address): void {
  endpointQueries(db).delivered(user_id, url, now())
}

/** Something has not arrived. */
export function noteFailed({ db, now }: Needs, { user_id, url }: Address, reason: string): void {
  endpointQueries(db).failed(user_id, url, reason, now())
}

/** The same for what is tried again and again: in the end the address is sent nothing more. */
export function noteFailedAttempt(context: Needs, address: Address, reason: string): void {
  const { db, now } = context
  const since = endpointQueries(db).failed(address.user_id, address.url, reason, now())
  if (now().getTime() - since >= GIVE_UP_MS)
    disableEndpoint(context, address, `Nothing has arrived for 120 hours. ${reason}`)
}

/** Sends an address nothing more, sets aside what waits for it and tells the account. */
export function disableEndpoint(
  context: Needs,
  { user_id: userId, url }: Address,
  reason: string,
): void {
  const { db, now } = context
  const endpoints = endpointQueries(db)
  db.transaction(() => {
    if (!endpoints.disable(userId, url, reason, now())) return
    recordDeliveries(context, endpoints.setAside(userId, url, now()))
    raiseNotice(context, { userId, kind: 'webhook_disabled', subject: url }, reason)
  })()
}

/** Lets an address be sent webhooks again. What was set aside stays so. */
export function liftBan(context: Needs, userId: number, url: string): void {
  const { db } = context
  db.transaction(() => {
    if (!endpointQueries(db).enable(userId, url)) return
    dropNotice(context, { userId, kind: 'webhook_disabled', subject: url })
  })()
}

/**
 * Sends an address webhooks again, also those that were set aside.
 * @returns how many those are
 */
export function enableEndpoint(context: Needs, userId: number, url: string): number {
  const { db, now } = context
  return db.transaction(() => {
    liftBan(context, userId, url)
    const resumed = endpointQueries(db).resume(userId, url, now())
    recordDeliveries(context, resumed)
    return resumed.length
  })()
}
