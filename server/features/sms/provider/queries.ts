import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

/** The provider configured by the owner; its token is encrypted by the vault. */
export interface ProviderRow {
  readonly url: string
  readonly account: string
  readonly token: string
}

/** All SQL for the SMS provider. */
export const smsProviderQueries = oncePerDb((sql) => {
  const find = sql.read<[], ProviderRow>('SELECT url, account, token FROM sms_provider')
  const save = sql.write<[ProviderRow & { now: number }]>(`
    INSERT INTO sms_provider (id, url, account, token, updated_at) VALUES (1, :url, :account, :token, :now)
    ON CONFLICT DO UPDATE SET url = :url, account = :account, token = :token, updated_at = :now
  `)
  const remove = sql.write('DELETE FROM sms_provider')

  return {
    /** Undefined if the Sandbox is active. */
    find: () => find.get(),
    save: (tx: Tx, row: ProviderRow, now: Date) => save.run(tx, { ...row, now: now.getTime() }),
    remove: (tx: Tx) => remove.run(tx),
  }
})
