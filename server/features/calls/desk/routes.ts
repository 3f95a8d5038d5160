/*
 * POST   /user/calls/:id/listeners  listenToCall
 * POST   /user/calls/:id/whisper    whisperToAssistant
 * POST   /user/calls/:id/transfer   transferCall
 */
import { listenToCall, transferCall, whisperToAssistant } from '#contracts/call-desk.ts'
import { AppError } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { isDestination } from '../../phone-numbers/destinations.ts'
import { findCall } from '../find.ts'
import { numberToCall } from '../place.ts'
import type { DeskCalls } from './desk-calls.ts'
import { recordOnCall } from './place.ts'

/** Operators on live calls: tickets for listening, hints to the assistant, and transfers. */
export const callDeskRoutes: Routes<{ deskCalls: DeskCalls }> = (context) => {
  const { handle, gate, db, write, liveCalls, deskCalls } = context

  handle(listenToCall, ({ principal, params, req }) => {
    gate.limit('operatorListens', String(principal.operatorId))
    const { origin } = req.headers
    return { ticket: deskCalls.admit({ operator: principal, callId: params.id, origin }) }
  })

  handle(whisperToAssistant, async ({ principal, params, body: { content } }) => {
    const stored = findCall(db, principal.userId, params.id)
    const call = liveCalls.byId(stored.id)
    if (!call) throw new AppError('call_over')
    call.whisper(content)
    const { operatorId } = principal
    await write((tx) =>
      recordOnCall(tx, context, stored, { kind: 'whisper', operatorId, data: { content } }),
    )
    return { message: 'The assistant knows it with its next answer' }
  })

  handle(transferCall, async ({ principal, params, body: { phone_number: text } }) => {
    const { userId, operatorId } = principal
    const stored = findCall(db, userId, params.id)
    const { e164: number, country } = numberToCall(text)
    if (!isDestination(context, userId, country)) throw new AppError('call_country_not_allowed')
    const call = liveCalls.byId(stored.id)
    if (!call) throw new AppError('call_over')
    if (!call.transfer) throw new AppError('call_not_transferable')
    call.transfer(number)
    await write((tx) =>
      recordOnCall(tx, context, stored, { kind: 'call_transferred', operatorId, data: { number } }),
    )
    return { message: 'The call is being transferred' }
  })
}
