import type { BodyOf } from '#contracts/endpoint.ts'
import { type Fault, fault } from '#contracts/faults.ts'
import type { createMessengerFormNumber } from '#contracts/messenger-form.ts'
import type { Context } from '../../../context.ts'
import { AppError, InvalidFields } from '../../../errors.ts'
import type { FormApiNeeds } from '../../../providers/form-api/account.ts'
import { checkFormApi } from '../../../providers/form-api/check.ts'
import { formChannelName } from '../../../providers/messenger/form-api/channel.ts'
import { parseOwnNumber } from '../../platform/values/telephone.ts'
import { restoreConnection } from '../connection.ts'
import { type SenderRow, senderQueries } from '../senders/queries.ts'
import { recordSender } from '../senders/save.ts'
import { syncSoon } from '../templates/sync.ts'

type Needs = FormApiNeeds &
  Pick<Context, 'db' | 'events' | 'formApi' | 'jobs' | 'now' | 'randomBytes' | 'write'>

/** Result of asking the provider of text messages about its account. */
export async function checkFormAccount(context: FormApiNeeds & Pick<Context, 'formApi'>) {
  const { formApi } = context
  const account = formApi.account()
  const message: Fault = formApi.fault() ?? fault('form_needs_account')
  return account
    ? { ...(await checkFormApi(context, account)), id: account.account }
    : { ok: false as const, message, accountName: null, id: '' }
}

/**
 * Adds a number of the account that carries text messages as a sender.
 * @throws AppError if the provider does not know the account, InvalidFields for a number that is a sender already
 */
export async function addFormNumber(
  context: Needs,
  userId: number,
  body: BodyOf<typeof createMessengerFormNumber>,
): Promise<SenderRow> {
  const { db, now, randomBytes, write } = context
  const { e164 } = parseOwnNumber(body.phone_number)!
  const { id, ok, message: reason } = await checkFormAccount(context)
  if (!ok) throw new AppError('messenger_not_connected', { params: { reason } })
  return await write((tx) => {
    if (senderQueries(db).isUsed(userId, e164, 0))
      throw new InvalidFields({ phone_number: [fault('taken')] })
    const row = senderQueries(db).insert(
      tx,
      {
        user_id: userId,
        phone_number_id: null,
        phone_number: e164,
        display_name: body.display_name ?? e164,
        assistant_id: body.assistant_id ?? null,
        read_receipts_webhook_url: body.read_receipts_webhook_url ?? null,
        status: 'online',
        channel: formChannelName(id),
        quality_rating: 'GREEN',
        messaging_limit: null,
        created_at: now().getTime(),
      },
      randomBytes(32).toString('base64url'),
    )
    restoreConnection(tx, context, row)
    syncSoon(tx, context, row)
    return recordSender(tx, context, row)
  })
}
