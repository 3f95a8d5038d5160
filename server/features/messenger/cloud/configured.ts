import { z } from 'zod'
import { type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { sealingOf } from '../../../db/sealing.ts'
import type { Channel } from '../../../providers/messenger/channel.ts'
import type { CloudAccount, CloudNeeds } from '../../../providers/messenger/cloud-api/call.ts'
import {
  createCloudChannel,
  createMuteCloud,
  phoneIdIn,
} from '../../../providers/messenger/cloud-api/channel.ts'
import { pauseConnection } from '../connection.ts'
import { connectionQueries } from '../connection-queries.ts'
import { cloudQueries, type OwnedCloudRow } from './queries.ts'

/** Address of the webhook, without its last part. */
export const CLOUD_HOOK_PATH = '/api/provider/messenger/cloud'

/** Secrets of a number. */
export interface CloudSecrets {
  readonly token: string
  /** Signs the service's reports. */
  readonly appSecret: string
  /** Shows the service that the webhook is ours. */
  readonly verifyToken: string
}

const Secrets = z.object({ token: z.string(), appSecret: z.string(), verifyToken: z.string() })

/** Name of a number's secrets in the vault; they can be opened for its own sender only. */
const secretName = (senderId: number): string => `cloud:${senderId}`

export const sealSecrets = (
  { vault }: Pick<Context, 'vault'>,
  senderId: number,
  secrets: CloudSecrets,
): string => vault.seal(secretName(senderId), JSON.stringify(secrets))

/** The secrets of a number, or the reason why they cannot be read. */
export function openSecrets(
  { db }: Pick<Context, 'db'>,
  { sender_id, secrets }: Pick<OwnedCloudRow, 'sender_id' | 'secrets'>,
): CloudSecrets | { readonly fault: Fault<'secrets_key_changed'> } {
  const opened = sealingOf(db).open(secretName(sender_id), secrets)
  return opened === undefined
    ? { fault: fault('secrets_key_changed') }
    : Secrets.parse(JSON.parse(opened))
}

/** A number as the service's API takes it. */
export const cloudAccountOf = (row: OwnedCloudRow, token: string): CloudAccount => ({
  url: row.url,
  phoneId: row.phone_id,
  businessId: row.business_id,
  token,
  userId: row.user_id,
})

type Needs = CloudNeeds & Pick<Context, 'db' | 'events' | 'now' | 'write'>

/** The channel of a number by its name, as it is set up at the moment; undefined for any other name. */
export function configuredCloud(context: Needs, name: string): Channel | undefined {
  const phoneId = phoneIdIn(name)
  if (phoneId === undefined) return undefined
  const row = cloudQueries(context.db).byPhoneId(phoneId)
  if (!row) return createMuteCloud(phoneId, fault('channel_missing'))
  const opened = openSecrets(context, row)
  if ('fault' in opened) return createMuteCloud(phoneId, opened.fault)
  // Nothing is tried with a token that was refused.
  if (connectionQueries(context.db).find(row.sender_id)?.is_paused === 1)
    return createMuteCloud(phoneId, fault('cloud_token_refused'))
  return createCloudChannel(context, cloudAccountOf(row, opened.token), async (reason) => {
    await context.write((tx) => pauseConnection(tx, context, row.sender_id, reason))
  })
}
