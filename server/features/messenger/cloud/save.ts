import type { BodyOf } from '#contracts/endpoint.ts'
import { type Fault, fault } from '#contracts/faults.ts'
import type {
  createMessengerCloudNumber,
  reconnectMessengerCloudNumber,
} from '#contracts/messenger-cloud.ts'
import { type Context, newSecret } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { AppError, InvalidFields } from '../../../errors.ts'
import {
  type CloudIdentity,
  identifyNumber,
  subscribe,
} from '../../../providers/messenger/cloud-api/account.ts'
import type { CloudAccount, CloudNeeds } from '../../../providers/messenger/cloud-api/call.ts'
import { cloudChannelName } from '../../../providers/messenger/cloud-api/channel.ts'
import { VaultError } from '../../../providers/secrets/vault.ts'
import { parseNumber } from '../../platform/values/telephone.ts'
import { restoreConnection } from '../connection.ts'
import { type SenderRow, senderQueries } from '../senders/queries.ts'
import { recordSender } from '../senders/save.ts'
import { syncSoon } from '../templates/sync.ts'
import { type CloudSecrets, cloudAccountOf, openSecrets, sealSecrets } from './configured.ts'
import { type CloudRow, cloudQueries, type OwnedCloudRow } from './queries.ts'

type Needs = CloudNeeds &
  Pick<Context, 'db' | 'events' | 'jobs' | 'now' | 'randomBytes' | 'vault' | 'write'>

/**
 * Adds a number as a sender, after the service has said whose it is.
 * @throws AppError if it cannot be reached or its secrets not be stored, InvalidFields if it is a sender already
 */
export async function addCloudNumber(
  context: Needs,
  userId: number,
  { token, app_secret: appSecret, url, ...body }: BodyOf<typeof createMessengerCloudNumber>,
): Promise<SenderRow> {
  const { db, now, randomBytes, write } = context
  const { phone_number_id: phoneId, business_id: businessId } = body
  const account = { url, phoneId, businessId, token, userId }
  const { name, number, quality, limit } = await identified(context, account)
  const phone = parseNumber(number)?.e164 ?? `+${number.replace(/\D/g, '')}`
  return await write((tx) => {
    if (cloudQueries(db).byPhoneId(phoneId) || senderQueries(db).isUsed(userId, phone, 0))
      throw new InvalidFields({ phone_number_id: [fault('taken')] })
    const row = senderQueries(db).insert(
      tx,
      {
        user_id: userId,
        phone_number_id: null,
        phone_number: phone,
        display_name: body.display_name ?? ([...name].slice(0, 255).join('').trim() || phone),
        assistant_id: body.assistant_id ?? null,
        read_receipts_webhook_url: body.read_receipts_webhook_url ?? null,
        status: 'online',
        channel: cloudChannelName(phoneId),
        quality_rating: quality,
        messaging_limit: limit,
        created_at: now().getTime(),
      },
      randomBytes(32).toString('base64url'),
    )
    const { hook, verifyToken } = hookFor(context, userId, appSecret)
    const number = { phone_id: phoneId, business_id: businessId, url, hook }
    store(tx, context, row, number, { token, appSecret, verifyToken })
    syncSoon(tx, context, row)
    return recordSender(tx, context, row)
  })
}

/**
 * Connects a number again, after the service has said that it is the same one.
 * @throws AppError if it cannot be reached or its secrets not be stored, InvalidFields for the address of another service
 */
export async function reconnectCloudNumber(
  context: Needs,
  sender: SenderRow,
  row: OwnedCloudRow,
  sent: BodyOf<typeof reconnectMessengerCloudNumber>,
): Promise<SenderRow> {
  const { db, write } = context
  const { url = row.url } = sent
  const known = openSecrets(context, row)
  if ('fault' in known && (sent.token === undefined || sent.app_secret === undefined))
    throw new AppError(known.fault.code)
  const kept = 'fault' in known ? undefined : known
  const { origin } = new URL(row.url)
  // A stored token is only sent to the address it was entered for.
  if (sent.token === undefined && new URL(url).origin !== origin)
    throw new InvalidFields({ token: [fault('key_needed_for_host', { host: origin })] })
  const token = sent.token ?? kept!.token
  const { quality, limit } = await identified(context, cloudAccountOf({ ...row, url }, token))
  return await write((tx) => {
    const secrets = {
      token,
      appSecret: sent.app_secret ?? kept!.appSecret,
      verifyToken: kept?.verifyToken ?? newSecret(context),
    }
    store(tx, context, sender, { ...row, url }, secrets)
    senderQueries(db).setStatus(tx, sender.id, 'online')
    senderQueries(db).rate(tx, sender.id, quality, limit)
    syncSoon(tx, context, sender)
    return recordSender(tx, context, senderQueries(db).byId(sender.id)!)
  })
}

/** Numbers of one app share its webhook: an app has only one. */
function hookFor(context: Needs, userId: number, appSecret: string) {
  for (const row of cloudQueries(context.db).ofAccount(userId)) {
    const known = openSecrets(context, row)
    if (!('fault' in known) && known.appSecret === appSecret)
      return { hook: row.hook, verifyToken: known.verifyToken }
  }
  return { hook: newSecret(context), verifyToken: newSecret(context) }
}

async function identified(context: Needs, account: CloudAccount): Promise<CloudIdentity> {
  const answer = await identifyNumber(context, account)
  if ('failure' in answer) throw notConnected(answer.failure.reason)
  const failure = await subscribe(context, account)
  if (failure) throw notConnected(failure.reason)
  return answer.identity
}

const notConnected = (reason: Fault) =>
  new AppError('messenger_not_connected', { params: { reason } })

function store(
  tx: Tx,
  context: Needs,
  sender: SenderRow,
  row: Omit<CloudRow, 'sender_id' | 'secrets'>,
  secrets: CloudSecrets,
): void {
  try {
    const { phone_id, business_id, url, hook } = row
    const sealed = sealSecrets(context, sender.id, secrets)
    const settings = { sender_id: sender.id, phone_id, business_id, url, hook, secrets: sealed }
    cloudQueries(context.db).save(tx, settings)
  } catch (error) {
    throw error instanceof VaultError ? new AppError(error.code) : error
  }
  restoreConnection(tx, context, sender)
}
