import type { Strangers } from '#contracts/email-receiving.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

export interface ReceptionRow {
  readonly strangers: Strangers
  /** JSON. */
  readonly listed: string
  readonly assistant_id: number | null
  readonly has_tags: number
}

/** All SQL for the rules of incoming email. */
export const receptionQueries = oncePerDb((sql) => {
  const find = sql.read<[], ReceptionRow>(
    'SELECT strangers, listed, assistant_id, has_tags FROM email_reception',
  )
  const save = sql.write<[ReceptionRow & { now: number }]>(`
    INSERT INTO email_reception (id, strangers, listed, assistant_id, has_tags, updated_at)
    VALUES (1, :strangers, :listed, :assistant_id, :has_tags, :now)
    ON CONFLICT DO UPDATE SET strangers = :strangers, listed = :listed,
      assistant_id = :assistant_id, has_tags = :has_tags, updated_at = :now
  `)

  return {
    /** The rules; before they are set, only replies are taken. */
    find: (): ReceptionRow =>
      find.get() ?? {
        strangers: 'off',
        listed: '[]',
        assistant_id: null,
        has_tags: 0,
      },
    save: (tx: Tx, row: ReceptionRow, now: Date) => save.run(tx, { ...row, now: now.getTime() }),
  }
})
