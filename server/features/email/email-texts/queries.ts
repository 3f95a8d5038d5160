import type { EmailLanguage, EmailTexts } from '#contracts/email-texts.ts'
import { oncePerDb } from '../../../db/once-per-db.ts'
import type { Tx } from '../../../db/write.ts'

interface TextsRow extends EmailTexts {
  readonly language: EmailLanguage
}

/** All SQL for an account's own sentences in emails. */
export const emailTextQueries = oncePerDb((sql) => {
  const all = sql.read<[number], TextsRow>(
    'SELECT language, subject, greeting, closing, footer FROM email_texts WHERE user_id = ?',
  )
  const find = sql.read<[number, string], EmailTexts>(
    'SELECT subject, greeting, closing, footer FROM email_texts WHERE user_id = ? AND language = ?',
  )
  const save = sql.write<[TextsRow & { userId: number }]>(`
    INSERT INTO email_texts (user_id, language, subject, greeting, closing, footer)
    VALUES (:userId, :language, :subject, :greeting, :closing, :footer)
    ON CONFLICT DO UPDATE SET subject = :subject, greeting = :greeting, closing = :closing, footer = :footer
  `)
  const remove = sql.write<[number, string]>(
    'DELETE FROM email_texts WHERE user_id = ? AND language = ?',
  )

  return {
    all: (userId: number) => all.all(userId),
    /** Undefined if all of a language are the standard ones. */
    find: (userId: number, language: string) => find.get(userId, language),
    save: (tx: Tx, userId: number, language: EmailLanguage, texts: EmailTexts) =>
      save.run(tx, { userId, language, ...texts }),
    remove: (tx: Tx, userId: number, language: EmailLanguage) => remove.run(tx, userId, language),
  }
})
