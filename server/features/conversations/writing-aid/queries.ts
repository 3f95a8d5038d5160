import type { MessageTranslation } from '#contracts/translations.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

interface TranslationRow {
  readonly message_id: number
  readonly is_original: number
  readonly language: string
  readonly content: string
}

interface NewTranslation extends MessageTranslation {
  readonly messageId: number
}

/** All SQL for messages in other languages. */
export const translationQueries = oncePerDb((sql) => {
  const put = sql.write<[Omit<NewTranslation, 'is_original'> & { readonly isOriginal: number }]>(`
    INSERT INTO message_translations (message_id, is_original, language, content)
    VALUES (:messageId, :isOriginal, ifnull(:language, ''), :content)
    ON CONFLICT DO NOTHING
  `)
  const forget = sql.write<[number]>(
    'DELETE FROM message_translations WHERE message_id = ? AND is_original = 0',
  )
  const find = sql.read<[number, string], TranslationRow>(
    'SELECT * FROM message_translations WHERE message_id = ? AND is_original = 0 AND language = ?',
  )
  const between = sql.read<[number, number, number], TranslationRow>(`
    SELECT message_translations.* FROM messages
    JOIN message_translations ON message_translations.message_id = messages.id
    WHERE conversation_id = ? AND seq BETWEEN ? AND ?
    ORDER BY is_original DESC, language
  `)
  const visitorLanguage = sql
    .read<[number], string | null>('SELECT language FROM visitors WHERE id = ?')
    .pluck()
  const visitorTexts = sql
    .read<[number, number], string>(`
      SELECT content FROM messages WHERE conversation_id = ? AND author = 'visitor'
      ORDER BY seq DESC LIMIT ?
    `)
    .pluck()

  return {
    /** Keeps the one that is there already; false if there was one. */
    put: (tx: Tx, { is_original, ...translation }: NewTranslation) =>
      put.run(tx, { ...translation, isOriginal: Number(is_original) }).changes > 0,
    /** Deletes the translations of a message that grows again. */
    forget: (tx: Tx, messageId: number) => forget.run(tx, messageId),
    /** The translation of a message into a language. */
    find: (messageId: number, language: string) => presentIfSet(find.get(messageId, language)),
    /** Those of the messages with these sequence numbers, by message. */
    between(conversationId: number, first: number, last: number) {
      const rows = between.all(conversationId, first, last)
      return Map.groupBy(rows, ({ message_id }) => message_id)
    },
    /** As the visitor's browser reports it. */
    visitorLanguage: (visitorId: number) => visitorLanguage.get(visitorId) ?? null,
    /** The visitor's latest messages, newest first. */
    visitorTexts: (conversationId: number, limit: number) =>
      visitorTexts.all(conversationId, limit),
  }
})

const presentIfSet = (row: TranslationRow | undefined) => row && presentTranslation(row)

export const presentTranslation = (row: TranslationRow): MessageTranslation => ({
  language: row.language === '' ? null : row.language,
  content: row.content,
  is_original: row.is_original === 1,
})
