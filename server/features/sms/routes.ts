/*
 * GET    /user/sms         listSms
 * GET    /user/sms/export  exportSms
 * GET    /user/sms/:id     getSms
 * POST   /user/sms         sendSms
 * GET    /user/sms-policy  getSmsPolicy
 * PUT    /user/sms-policy  updateSmsPolicy
 */
import { isSupportedCountry } from 'libphonenumber-js/max'
import type { QueryOf } from '#contracts/endpoint.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import { exportSms, getSms, listSms, Sms, sendSms as sendSmsEndpoint } from '#contracts/sms.ts'
import { getSmsPolicy, type SmsPolicy, updateSmsPolicy } from '#contracts/sms-provider.ts'
import { periodOf } from '../../db/time.ts'
import { notFound } from '../../errors.ts'
import { SLICE, sendExport } from '../../http/export.ts'
import type { Routes } from '../../http/routes.ts'
import { once } from '../platform/idempotency/once.ts'
import { digitsOf } from '../platform/values/telephone.ts'
import { answerOf } from './answer.ts'
import { nextCheckOf } from './follow.ts'
import { listedSms } from './list-queries.ts'
import { policyOf } from './policy.ts'
import { policyQueries } from './policy-queries.ts'
import { presentSms, presentSmsDetail } from './present.ts'
import { smsQueries } from './queries.ts'
import { sendSms } from './send.ts'

export const smsRoutes: Routes = (context) => {
  const { handle, gate, db, write } = context
  const messages = listedSms(db)

  handle(listSms, ({ principal: { userId }, query, page }) => {
    const list = matching(userId, query)
    return page.of(list.total, (slice) => list.rows(slice).map(presentSms))
  })

  handle(exportSms, (call) => {
    const list = matching(call.principal.userId, call.query)
    return sendExport(call, {
      name: 'text-messages',
      item: Sms,
      total: list.total,
      slices: list.slices(SLICE),
      show: presentSms,
    })
  })

  handle(getSms, ({ principal: { userId }, params, localizer }) => {
    const message = smsQueries(db).find(params.id)
    if (message?.user_id !== userId) throw notFound('message_not_found')
    return presentSmsDetail(message, nextCheckOf(context, message), localizer)
  })

  handle(sendSmsEndpoint, ({ principal: { userId }, body, req }) => {
    gate.limit('smsSends', String(userId))
    const { from, to, body: text, force = false } = body
    return once(context, {
      req,
      userId,
      operation: 'sms',
      body,
      act: async (claim) => sendSms(context, { userId, from, to, body: text, force }, claim),
      answerOf: (id) => answerOf(smsQueries(db).find(id)!),
    })
  })

  handle(getSmsPolicy, ({ principal: { userId } }) => policyOf(context, userId))

  handle(
    updateSmsPolicy,
    async ({ principal: { userId }, body: { countries, daily_cap } }) => {
      const each = countries && JSON.stringify([...new Set(countries)])
      await write((tx) => policyQueries(db).save(tx, userId, { countries: each, daily_cap }))
      return policyOf(context, userId)
    },
    ({ countries }) => countryFaults(countries ?? []),
  )

  function matching(userId: number, query: Omit<QueryOf<typeof exportSms>, 'format' | 'bom'>) {
    return messages(userId, {
      status: query.status,
      digits: query.to === undefined ? undefined : digitsOf(query.to),
      ...periodOf(query),
    })
  }
}

function countryFaults(countries: NonNullable<SmsPolicy['countries']>): FieldFaults {
  const errors: FieldFaults = {}
  for (const [index, country] of countries.entries()) {
    const field = `countries.${index}`
    if (!isSupportedCountry(country)) errors[field] = [fault('not_selectable')]
  }
  return errors
}
