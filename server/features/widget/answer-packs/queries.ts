import { oncePerDb } from '../../../db/once-per-db.ts'
import { sealingOf } from '../../../db/sealing.ts'
import type { Tx } from '../../../db/write.ts'

export interface AnswerPackRow {
  readonly assistant_id: number
  readonly public_key: string
  /** The signed file. */
  readonly file: string
  /** Length after gzip, bytes. */
  readonly size: number
  /** SHA-256 of the approved passages, JSON. */
  readonly approved: string
  /** State of the knowledge base at that time. */
  readonly knowledge: string
  readonly made_at: number
  readonly expires_at: number
}

type NewRow = AnswerPackRow & { readonly private_key: string }

/** Name of an assistant's key in the vault. */
const nameOf = (assistantId: number): string => `answers:${assistantId}`

/** All SQL for answer packs; private keys are sealed in the database and in plain text here. */
export const answerPackQueries = oncePerDb((sql, db) => {
  const find = sql.read<[number], AnswerPackRow>(`
    SELECT assistant_id, public_key, file, size, approved, knowledge, made_at, expires_at
    FROM answer_packs WHERE assistant_id = ?
  `)
  const privateKey = sql
    .read<[number], string>('SELECT private_key FROM answer_packs WHERE assistant_id = ?')
    .pluck()
  const save = sql.write<[NewRow]>(`
    INSERT INTO answer_packs (assistant_id, private_key, public_key, file, size, approved, knowledge, made_at, expires_at)
    VALUES (:assistant_id, :private_key, :public_key, :file, :size, :approved, :knowledge, :made_at, :expires_at)
    ON CONFLICT (assistant_id) DO UPDATE SET private_key = excluded.private_key, public_key = excluded.public_key,
      file = excluded.file, size = excluded.size, approved = excluded.approved, knowledge = excluded.knowledge,
      made_at = excluded.made_at, expires_at = excluded.expires_at
  `)

  return {
    find: (assistantId: number) => find.get(assistantId),
    /** Null without a pack, undefined if the key to unseal it is missing. */
    privateKey(assistantId: number): string | null | undefined {
      const sealed = privateKey.get(assistantId)
      return sealed === undefined ? null : sealingOf(db).open(nameOf(assistantId), sealed)
    },
    save: (tx: Tx, row: NewRow) =>
      save.run(tx, {
        ...row,
        private_key: sealingOf(db).seal(nameOf(row.assistant_id), row.private_key),
      }),
  }
})
