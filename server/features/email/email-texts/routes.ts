/*
 * GET    /user/email-texts                    listEmailTexts
 * PUT    /user/email-texts/:language          setEmailTexts
 * DELETE /user/email-texts/:language          resetEmailTexts
 * POST   /user/email-texts/:language/preview  previewEmail
 * POST   /user/email-texts/:language/test     sendTestEmail
 */
import {
  EmailLanguage,
  type EmailTexts,
  type EmailTextsOfLanguage,
  listEmailTexts,
  previewEmail,
  resetEmailTexts,
  sendTestEmail,
  setEmailTexts,
} from '#contracts/email-texts.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { emailPhrasesFor } from '../../../language/email-phrases.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { exampleOf } from './example.ts'
import type { ExamplePages } from './pages.ts'
import { emailTextQueries } from './queries.ts'
import { sendExample } from './send-example.ts'

const STANDARD: EmailTexts = { subject: null, greeting: null, closing: null, footer: null }

/** An account's own sentences in emails to visitors. */
export const emailTextRoutes: Routes<{ readonly examplePages: ExamplePages }> = (context) => {
  const { handle, gate, db, write, examplePages } = context
  const queries = emailTextQueries(db)

  handle(listEmailTexts, ({ principal: { userId } }) => {
    const own = new Map(queries.all(userId).map(({ language, ...texts }) => [language, texts]))
    return { data: EmailLanguage.options.map((language) => present(language, own.get(language))) }
  })

  handle(setEmailTexts, async ({ principal: { userId }, params: { language }, body }) => {
    await write((tx) => queries.save(tx, userId, language, body))
    return present(language, body)
  })

  handle(resetEmailTexts, async ({ principal: { userId }, params: { language } }) => {
    await write((tx) => queries.remove(tx, userId, language))
    return present(language, undefined)
  })

  handle(previewEmail, ({ principal: { userId }, params: { language }, body }) => {
    const { subject, text, html } = example(userId, language, body)
    return { subject, text, pages: examplePages.show(html) }
  })

  handle(sendTestEmail, async ({ principal, params: { language }, body, localizer }) => {
    const email = example(principal.userId, language, body)
    gate.limit('emailTests', String(principal.userId))
    const { isSent, reason } = await sendExample(context, principal.operatorId, email)
    return { ok: isSent, message: localizer.translate(reason) }
  })

  function example(
    userId: number,
    language: EmailLanguage,
    { assistant_id: id, ...texts }: EmailTexts & { readonly assistant_id: number },
  ) {
    const assistant = assistantQueries(db).find(userId, id)
    if (!assistant) throw notFound('assistant_not_found')
    return { ...exampleOf(context, assistant, language, texts), name: assistant.name }
  }
}

function present(language: EmailLanguage, own: EmailTexts | undefined): EmailTextsOfLanguage {
  const { subject, lead: greeting, reason: footer } = emailPhrasesFor(language).words
  return { language, own: own ?? STANDARD, standard: { subject, greeting, footer } }
}
