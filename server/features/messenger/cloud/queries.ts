import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** A number of the cloud API as the account set it up; its secrets are encrypted by the vault. */
export interface CloudRow {
  readonly sender_id: number
  /** The service's ids of the number, and of the business account. */
  readonly phone_id: string
  readonly business_id: string
  /** Address of the API, with its version. */
  readonly url: string
  readonly secrets: string
  /** Last part of the webhook's address. */
  readonly hook: string
}

/** The same with its account in Parley. */
export type OwnedCloudRow = CloudRow & { readonly user_id: number }

const OWNED = `
  SELECT messenger_cloud_numbers.*, messenger_senders.user_id FROM messenger_cloud_numbers
  JOIN messenger_senders ON messenger_senders.id = messenger_cloud_numbers.sender_id
`

/** All SQL for numbers of the cloud API. */
export const cloudQueries = oncePerDb((sql) => {
  const find = sql.read<[number], OwnedCloudRow>(`${OWNED} WHERE sender_id = ?`)
  const byPhoneId = sql.read<[string], OwnedCloudRow>(`${OWNED} WHERE phone_id = ?`)
  const byHook = sql.read<[string], OwnedCloudRow>(`${OWNED} WHERE hook = ? ORDER BY sender_id`)
  const ofAccount = sql.read<[number], OwnedCloudRow>(
    `${OWNED} WHERE user_id = ? ORDER BY sender_id`,
  )
  const save = sql.write<[CloudRow]>(`
    INSERT INTO messenger_cloud_numbers (sender_id, phone_id, business_id, url, secrets, hook)
    VALUES (:sender_id, :phone_id, :business_id, :url, :secrets, :hook)
    ON CONFLICT (sender_id) DO UPDATE SET url = :url, secrets = :secrets
  `)
  const remove = sql.write<[number]>('DELETE FROM messenger_cloud_numbers WHERE sender_id = ?')
  return {
    find: (senderId: number) => find.get(senderId),
    byPhoneId: (phoneId: string) => byPhoneId.get(phoneId),
    /** All numbers that a webhook reports about. */
    byHook: (hook: string) => byHook.all(hook),
    ofAccount: (userId: number) => ofAccount.all(userId),
    save: (tx: Tx, row: CloudRow) => save.run(tx, row),
    remove: (tx: Tx, senderId: number) => remove.run(tx, senderId),
  }
})
