/*
 * POST   /user/messenger/form       createMessengerFormNumber
 * POST   /user/messenger/form/test  testMessengerFormAccount
 * GET    /user/messenger/form/hook  getMessengerFormHook
 */
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import {
  createMessengerFormNumber,
  getMessengerFormHook,
  testMessengerFormAccount,
} from '#contracts/messenger-form.ts'
import type { Routes } from '../../../http/routes.ts'
import { allowableAddress } from '../../../providers/http/allowable.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { parseOwnNumber } from '../../platform/values/telephone.ts'
import { presentFor } from '../senders/present.ts'
import { FORM_INBOUND_PATH } from './configured.ts'
import { addFormNumber, checkFormAccount } from './save.ts'

/** Senders of the messaging channel that are numbers of the account that carries text messages. */
export const messengerFormRoutes: Routes = (context) => {
  const { config, handle, db, gate, jobs } = context

  handle(
    createMessengerFormNumber,
    async ({ principal, body, localizer }) => {
      gate.limit('botTests', String(principal.userId))
      const row = await addFormNumber(context, principal.userId, body)
      jobs.wake()
      return {
        message: 'Number added successfully',
        data: presentFor(context, principal, row, localizer),
      }
    },
    ({ phone_number: number, assistant_id: assistant }, { userId }) => {
      const faults: FieldFaults = {}
      if (number !== undefined && !parseOwnNumber(number))
        faults['phone_number'] = [fault('not_international')]
      if (typeof assistant === 'number' && !assistantQueries(db).has(userId, assistant))
        faults['assistant_id'] = [fault('not_selectable')]
      return faults
    },
  )

  handle(testMessengerFormAccount, async ({ principal, localizer }) => {
    gate.limit('botTests', String(principal.userId))
    const { ok, message, accountName } = await checkFormAccount(context)
    return {
      ok,
      message: localizer.translate(message),
      name: accountName,
      allowable: allowableAddress(message),
    }
  })

  handle(getMessengerFormHook, () => ({
    url: config.publicUrl === undefined ? null : `${config.publicUrl}${FORM_INBOUND_PATH}`,
  }))
}
