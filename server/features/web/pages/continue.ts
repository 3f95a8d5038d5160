import type { Request } from 'express'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { emailPhrasesFor } from '../../../language/email-phrases.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { escaped } from '../../email/template.ts'

/**
 * Texts of the page that private links lead to, in a language of the browser or of the assistant. The page has no secret: that is
 * behind the `#` of the link, which browsers keep to themselves.
 * @throws AppError `not_found` unless the assistant is active
 */
export function continueTexts({ db }: Pick<Context, 'db'>, req: Request): Record<string, string> {
  const assistant = assistantQueries(db).byUuid(String(req.params['assistant']).toLowerCase())
  if (assistant?.status !== 'active') throw notFound()
  const { language, direction, words } = emailPhrasesFor(
    ...req.acceptsLanguages(),
    assistant.language,
  )
  const { continue: button, used, expired, fresh, failed } = words
  const name = assistant.name
  const opens = words.opens.replace('{name}', () => name)
  const texts = { name, opens, continue: button, used, expired, fresh, failed }
  return {
    language,
    direction,
    assistant: assistant.uuid,
    ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, escaped(text)])),
  }
}
