/*
 * GET    /user/calls               listCalls
 * GET    /user/calls/export        exportCalls
 * POST   /user/make_call           makeCall
 * POST   /user/calls/simulate      simulateCall
 * POST   /user/calls/import        importCalls
 * GET    /user/calls/:id           getCall
 * POST   /user/calls/:id/end       endCall
 * DELETE /user/calls/:id           deleteCall
 * GET    /user/calls/:id/timeline  getCallTimeline
 */
import { importCalls as importCallsEndpoint } from '#contracts/call-import.ts'
import {
  Call,
  deleteCall,
  endCall as endCallEndpoint,
  exportCalls,
  getCall,
  getCallTimeline,
  listCalls,
  makeCall as makeCallEndpoint,
  simulateCall as simulateCallEndpoint,
} from '#contracts/calls.ts'
import type { QueryOf } from '#contracts/endpoint.ts'
import { NO_ROWS } from '../../db/counted-list.ts'
import { SLICE, sendExport } from '../../http/export.ts'
import type { Routes } from '../../http/routes.ts'
import { assistantQueries } from '../assistants/queries.ts'
import { once } from '../platform/idempotency/once.ts'
import { daysIn } from '../platform/values/local-days.ts'
import { digitsOf } from '../platform/values/telephone.ts'
import { endCall } from './end.ts'
import { findCall } from './find.ts'
import { importCalls, importFaults } from './import.ts'
import { listedCalls } from './list-queries.ts'
import { makeCall } from './make.ts'
import { presentCall } from './present.ts'
import { callQueries } from './queries.ts'
import { removeCall } from './remove.ts'
import { simulateCall } from './simulate.ts'
import { timelineOf } from './timeline.ts'

export const callRoutes: Routes = (context) => {
  const { handle, db, write } = context
  const calls = listedCalls(db)
  const single = callQueries(db)

  handle(listCalls, ({ principal: { userId }, query, page, origin }) => {
    const list = matching(userId, query)
    return page.of(list.total, (slice) => list.rows(slice).map((row) => presentCall(row, origin)))
  })

  handle(exportCalls, (call) => {
    const list = matching(call.principal.userId, call.query)
    return sendExport(call, {
      name: 'calls',
      item: Call,
      total: list.total,
      slices: list.slices(SLICE),
      show: (row) => presentCall(row, call.origin),
    })
  })

  handle(makeCallEndpoint, ({ principal: { userId }, body, req }) =>
    once(context, {
      req,
      userId,
      operation: 'make_call',
      body,
      act: async ({ tie }) => {
        const { assistant_id: assistant, phone_number: phoneNumber, variables = {} } = body
        const order = { assistant, phoneNumber, variables }
        return placed((await makeCall(context, userId, order, tie)).id)
      },
      answerOf: placed,
    }),
  )

  handle(simulateCallEndpoint, async ({ principal: { userId }, body }) => {
    const { assistant_id: assistantId, type, phone_number: phoneNumber, variables = {} } = body
    const simulation = { assistantId, type, phoneNumber, variables }
    const { id, status } = await simulateCall(context, userId, simulation)
    return { message: 'Simulated call initiated successfully', call_id: id, status }
  })

  handle(
    importCallsEndpoint,
    async ({ principal: { userId }, body }) => {
      const imported = await importCalls(context, userId, body.calls)
      return { message: 'Calls imported successfully', imported }
    },
    ({ calls: rows = [] }, { userId }) => importFaults(context, userId, rows),
  )

  handle(getCall, ({ principal: { userId }, params, origin }) => show(userId, params.id, origin))

  handle(endCallEndpoint, async ({ principal: { userId }, params, origin }) => {
    await endCall(context, findCall(db, userId, params.id))
    return { message: 'Call ended successfully', data: show(userId, params.id, origin) }
  })

  handle(deleteCall, async ({ principal: { userId }, params }) => {
    await write((tx) => removeCall(tx, context, findCall(db, userId, params.id)))
    return { message: 'Call deleted successfully' }
  })

  handle(getCallTimeline, ({ principal: { userId }, params, origin, localizer }) =>
    timelineOf(context, findCall(db, userId, params.id), origin, localizer),
  )

  function matching(userId: number, query: Omit<QueryOf<typeof exportCalls>, 'format' | 'bom'>) {
    const { assistant_id: assistantId, phone_number: number } = query
    if (assistantId !== undefined && !assistantQueries(db).has(userId, assistantId)) return NO_ROWS
    return calls(userId, {
      status: query.status,
      type: query.type,
      digits: number === undefined ? undefined : digitsOf(number),
      assistantId,
      campaignId: query.campaign_id,
      kind: query.kind,
      sandbox: flagOf(query.sandbox),
      outcome: query.outcome,
      answered: flagOf(query.answered),
      interrupted: flagOf(query.interrupted),
      person: flagOf(query.had_person),
      ...daysIn(query, query.timezone),
    })
  }

  function placed(callId: number) {
    const message = 'Call initiated successfully'
    return { message, call_id: callId, status: 'initiated' as const }
  }

  function show(userId: number, id: number, origin: string) {
    return presentCall(single.shown(findCall(db, userId, id).id)!, origin)
  }
}

/** A filter of `0` or `1` as it is compared. */
const flagOf = (flag: '0' | '1' | undefined): number | undefined =>
  flag === undefined ? undefined : Number(flag)
