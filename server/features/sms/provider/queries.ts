import { oncePerDb } from '../../../db/once-per-db.ts'

/** The provider that the owner has set up; its token as the vault gives it. */
export interface ProviderRow {
  readonly url: string
  readonly account: string
  readonly token: string
}

/** All SQL about who carries text messages. */
export const smsProviderQueries = oncePerDb((db) => {
  const find = db.prepare<[], ProviderRow>('SELECT url, account, token FROM sms_provider')
  const save = db.prepare<[ProviderRow & { now: number }]>(`
    INSERT INTO sms_provider (id, url, account, token, updated_at) VALUES (1, :url, :account, :token, :now)
    ON CONFLICT DO UPDATE SET url = :url, account = :account, token = :token, updated_at = :now
  `)
  const remove = db.prepare('DELETE FROM sms_provider')

  return {
    /** Undefined while the Sandbox has them. */
    find: () => find.get(),
    save: (row: ProviderRow, now: Date) => save.run({ ...row, now: now.getTime() }),
    remove: () => remove.run(),
  }
})
