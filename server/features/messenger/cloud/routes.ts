/*
 * POST   /user/messenger/cloud           createMessengerCloudNumber
 * PUT    /user/messenger/cloud/:id       reconnectMessengerCloudNumber
 * POST   /user/messenger/cloud/test      testMessengerCloudNumber
 * GET    /user/messenger/cloud/:id/hook  getMessengerCloudHook
 */
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import {
  createMessengerCloudNumber,
  getMessengerCloudHook,
  reconnectMessengerCloudNumber,
  testMessengerCloudNumber,
} from '#contracts/messenger-cloud.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { Operator } from '../../../http/principal.ts'
import type { Routes } from '../../../http/routes.ts'
import { allowableAddress } from '../../../providers/http/allowable.ts'
import { identifyNumber } from '../../../providers/messenger/cloud-api/account.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { overheardFaults } from '../../platform/secrets/overheard.ts'
import { presentFor } from '../senders/present.ts'
import { senderQueries } from '../senders/queries.ts'
import { CLOUD_HOOK_PATH, openSecrets } from './configured.ts'
import { cloudQueries } from './queries.ts'
import { addCloudNumber, reconnectCloudNumber } from './save.ts'

/** Senders of the messaging channel that are numbers of the cloud API. */
export const messengerCloudRoutes: Routes = (context) => {
  const { config, handle, db, gate, jobs } = context

  handle(
    createMessengerCloudNumber,
    async ({ principal, body, localizer }) => {
      gate.limit('botTests', String(principal.userId))
      const row = await addCloudNumber(context, principal.userId, body)
      jobs.wake()
      return {
        message: 'Number added successfully',
        data: presentFor(context, principal, row, localizer),
      }
    },
    ({ url, token, assistant_id: assistant }, { userId }) => {
      const sent = { address: url, secret: token }
      const faults = {
        ...overheardFaults(context, { account: userId, field: 'url', sent }),
        ...urlFaults({ url }),
      }
      if (typeof assistant === 'number' && !assistantQueries(db).has(userId, assistant))
        faults['assistant_id'] = [fault('not_selectable')]
      return faults
    },
  )

  handle(
    reconnectMessengerCloudNumber,
    async ({ principal, params, body, localizer }) => {
      const { sender, row } = find(principal, params.id)
      gate.limit('botTests', String(principal.userId))
      const changed = await reconnectCloudNumber(context, sender, row, body)
      jobs.wake()
      return {
        message: 'Number connected successfully',
        data: presentFor(context, principal, changed, localizer),
      }
    },
    ({ url, token }, { userId }, { id }) => {
      const row = senderQueries(db).find(userId, id) && cloudQueries(db).find(id)
      const stored = row && { address: row.url, hasSecret: true }
      const sent = { address: url, secret: token }
      return {
        ...overheardFaults(context, { account: userId, field: 'url', sent, stored }),
        ...urlFaults({ url }),
      }
    },
  )

  handle(
    testMessengerCloudNumber,
    async ({ principal: { userId }, body, localizer }) => {
      gate.limit('botTests', String(userId))
      const { phone_number_id: phoneId, business_id: businessId, ...rest } = body
      const answer = await identifyNumber(context, { ...rest, phoneId, businessId, userId })
      if ('identity' in answer) {
        const { name, number } = answer.identity
        return {
          ok: true,
          message: localizer.translate(fault('cloud_known')),
          name: [name, number].filter(Boolean).join(' · '),
          allowable: null,
        }
      }
      const { reason } = answer.failure
      return {
        ok: false,
        message: localizer.translate(reason),
        name: null,
        allowable: allowableAddress(reason),
      }
    },
    urlFaults,
  )

  handle(getMessengerCloudHook, ({ principal, params }) => {
    const { row } = find(principal, params.id)
    const opened = openSecrets(context, row)
    if ('fault' in opened) throw new AppError(opened.fault.code)
    const { publicUrl } = config
    return {
      url: publicUrl === undefined ? null : `${publicUrl}${CLOUD_HOOK_PATH}/${row.hook}`,
      verify_token: opened.verifyToken,
    }
  })

  function find({ userId }: Operator, id: number) {
    const sender = senderQueries(db).find(userId, id)
    const row = sender && cloudQueries(db).find(sender.id)
    if (!row) throw notFound('messenger_sender_missing')
    return { sender, row }
  }
}

function urlFaults({ url }: { readonly url?: string | undefined }): FieldFaults {
  if (url === undefined || !/[?#]/.test(url)) return {}
  return { url: [fault('has_query_or_fragment')] }
}
