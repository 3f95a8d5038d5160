/*
 * GET    /user/push  getPush
 * PUT    /user/push  subscribeToPush
 * DELETE /user/push  unsubscribeFromPush
 */
import type { z } from 'zod'
import { getPush, type Push, subscribeToPush, unsubscribeFromPush } from '#contracts/push.ts'
import { toIso } from '../../../db/time.ts'
import { AppError } from '../../../errors.ts'
import type { Operator } from '../../../http/principal.ts'
import type { Routes } from '../../../http/routes.ts'
import { pushKeys } from './keys.ts'
import { pushQueries } from './queries.ts'

/** Web push to the browser of a session. */
export const pushRoutes: Routes = (context) => {
  const { handle, db, write, now } = context
  const queries = pushQueries(db)

  handle(getPush, async ({ principal: { sessionId } }) => ({ data: await pushOf(sessionId) }))

  handle(subscribeToPush, async ({ principal, body }) => {
    const sessionId = sessionOf(principal)
    const { endpoint, keys, shows_text, language } = body
    // Made first: new keys end all subscriptions.
    await pushKeys(context)
    await write((tx) =>
      queries.put(tx, {
        sessionId,
        userId: principal.userId,
        operatorId: principal.operatorId,
        endpoint,
        ...keys,
        showsText: Number(shows_text),
        language,
        now: now().getTime(),
      }),
    )
    return { message: 'Push notifications are on', data: await pushOf(sessionId) }
  })

  handle(unsubscribeFromPush, async ({ principal: { sessionId } }) => {
    if (sessionId !== null) await write((tx) => queries.removeOfSession(tx, sessionId))
    return { message: 'Push notifications are off', data: await pushOf(sessionId) }
  })

  async function pushOf(sessionId: number | null): Promise<z.input<typeof Push>> {
    const { publicKey } = await pushKeys(context)
    const row = sessionId === null ? undefined : queries.ofSession(sessionId)
    return {
      public_key: publicKey,
      subscription: row
        ? { shows_text: row.shows_text === 1, created_at: toIso(row.created_at) }
        : null,
    }
  }
}

/**
 * The session whose browser subscribes.
 * @throws AppError `sign_in_by_link` for a program, which has none
 */
function sessionOf({ sessionId, isByKey }: Operator): number {
  if (sessionId === null || isByKey) throw new AppError('sign_in_by_link')
  return sessionId
}
