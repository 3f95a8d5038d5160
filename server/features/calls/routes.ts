import {
  deleteCall,
  endCall as endCallEndpoint,
  getCall,
  importCalls as importCallsEndpoint,
  listCalls,
  makeCall as makeCallEndpoint,
  simulateCall as simulateCallEndpoint,
} from '#contracts/calls.ts'
import { periodOf } from '../../db/time.ts'
import { notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { SANDBOX } from '../../providers/voice/sandbox/sandbox.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { once } from '../idempotency/once.ts'
import { digitsOf } from '../phone-numbers/parse.ts'
import { endCall } from './end.ts'
import { importCalls, importFaults } from './import.ts'
import { listedCalls } from './list-queries.ts'
import { makeCall } from './make.ts'
import { presentCall } from './present.ts'
import { callQueries } from './queries.ts'
import { removeCall } from './remove.ts'
import { simulateCall } from './simulate.ts'

export const callRoutes: Routes = (context) => {
  const { handle, db } = context
  const calls = listedCalls(db)
  const single = callQueries(db)

  handle(listCalls, ({ principal: { userId }, query, page, origin }) => {
    const { assistant_id: assistantId } = query
    if (assistantId !== undefined && !assistantQueries(db).has(userId, assistantId))
      return page.of(0, () => [])
    const list = calls(userId, {
      status: query.status,
      type: query.type,
      digits: query.phone_number === undefined ? undefined : digitsOf(query.phone_number),
      assistantId,
      campaignId: query.campaign_id,
      ...periodOf(query),
    })
    return page.of(list.total, (slice) => list.rows(slice).map((row) => presentCall(row, origin)))
  })

  handle(makeCallEndpoint, ({ principal: { userId }, body, req }) =>
    once(context, {
      req,
      userId,
      operation: 'make_call',
      body,
      act: ({ tie }) => {
        const { assistant_id: assistantId, phone_number: phoneNumber, variables = {} } = body
        const order = { assistantId, phoneNumber, variables, provider: SANDBOX }
        return placed(makeCall(context, userId, order, tie).id)
      },
      answerOf: placed,
    }),
  )

  handle(simulateCallEndpoint, ({ principal: { userId }, body }) => {
    const { assistant_id: assistantId, type, phone_number: phoneNumber, variables = {} } = body
    const simulation = { assistantId, type, phoneNumber, variables }
    const { id, status } = simulateCall(context, userId, simulation)
    return { message: 'Simulated call initiated successfully', call_id: id, status }
  })

  handle(
    importCallsEndpoint,
    ({ principal: { userId }, body }) => {
      const imported = importCalls(context, userId, body.calls)
      return { message: 'Calls imported successfully', imported }
    },
    ({ calls: rows = [] }, { userId }) => importFaults(context, userId, rows),
  )

  handle(getCall, ({ principal: { userId }, params, origin }) => show(userId, params.id, origin))

  handle(endCallEndpoint, ({ principal: { userId }, params, origin }) => {
    endCall(context, find(userId, params.id))
    return { message: 'Call ended successfully', data: show(userId, params.id, origin) }
  })

  handle(deleteCall, ({ principal: { userId }, params }) => {
    removeCall(context, find(userId, params.id))
    return { message: 'Call deleted successfully' }
  })

  function placed(callId: number) {
    const message = 'Call initiated successfully'
    return { message, call_id: callId, status: 'initiated' as const }
  }

  function find(userId: number, id: number) {
    const call = single.ofUser(userId, id)
    if (!call) throw notFound('Call not found')
    return call
  }

  function show(userId: number, id: number, origin: string) {
    return presentCall(single.shown(find(userId, id).id)!, origin)
  }
}
