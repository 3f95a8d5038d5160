import { type Request, type Response, Router } from 'express'
import type { Context } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { addressKey } from '../../http/rate-limit.ts'
import type { Http } from '../../http/routes.ts'
import { emailPhrasesFor } from '../../language/email-phrases.ts'
import { type EmailRow, emailQueries, type Recipient } from './queries.ts'
import { emailOfToken, UNSUBSCRIBE_PATH } from './tags.ts'
import { escaped, filled } from './template.ts'

type Needs = Context & Pick<Http, 'gate'>

/** Nothing but the page's own form. */
const POLICY = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * The page on which a recipient ends the emails of an account. The link is signed; opening it changes nothing, because mail
 * programs and filters open links, and a POST needs no answer to any question, as RFC 8058 asks for.
 */
export function unsubscribeRoutes(context: Needs): Router {
  const { db, write, now, gate } = context
  const router = Router({ strict: true, caseSensitive: true })
  const path = `${UNSUBSCRIBE_PATH}:token`

  router.get(path, (req, res) => {
    const { recipient } = mailOf(req)
    const { words, ...page } = wordsFor(recipient)
    const form = `<form method="post"><button>${escaped(words.unsubscribe)}</button></form>`
    show(res, page, filled(words.question, recipient.assistant_name), form)
  })

  router.post(path, async (req, res) => {
    const { email, recipient } = mailOf(req)
    await write((tx) => emailQueries(db).stop(tx, email.user_id, email.address, now()))
    const { words, ...page } = wordsFor(recipient)
    show(res, page, filled(words.done, recipient.assistant_name), '')
  })

  router.all(path, () => {
    throw new AppError('method_not_allowed', { headers: { Allow: 'GET, POST' } })
  })
  return router

  function mailOf(req: Request): { readonly email: EmailRow; readonly recipient: Recipient } {
    const id = emailOfToken(context, String(req.params['token']))
    if (id === undefined) {
      gate.limit('badKeys', addressKey(req.ip))
      throw notFound()
    }
    const email = emailQueries(db).find(id)
    const recipient = email && emailQueries(db).recipient(email.conversation_id)
    if (!recipient) throw notFound()
    return { email, recipient }
  }
}

const wordsFor = (recipient: Recipient) =>
  emailPhrasesFor(recipient.visitor_language, recipient.assistant_language)

interface PageLanguage {
  readonly language: string
  readonly direction: string
}

function show(
  res: Response,
  { language, direction }: PageLanguage,
  text: string,
  form: string,
): void {
  res.set({
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex',
  })
  res
    .type('html')
    .send(
      `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(text)}</title></head><body><main><h1>${escaped(text)}</h1>${form}</main></body></html>`,
    )
}
