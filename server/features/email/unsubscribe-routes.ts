import { type Request, type Response, Router } from 'express'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { AppError, notFound } from '../../errors.ts'
import { addressKey } from '../../http/rate-limit.ts'
import type { Http } from '../../http/routes.ts'
import { emailPhrasesFor } from '../../language/email-phrases.ts'
import { operatorPhrasesFor } from '../../language/operator-phrases.ts'
import { operatorOfToken } from './operator-emails/names.ts'
import { operatorEmailQueries } from './operator-emails/queries.ts'
import { emailQueries } from './queries.ts'
import { emailOfToken, UNSUBSCRIBE_PATH } from './tags.ts'
import { escaped, filled } from './template.ts'

type Needs = Context & Pick<Http, 'gate'>

/** Nothing but the page's own form. */
const POLICY = "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * The page on which a recipient ends the emails of an account, or an operator their own. The link is signed; opening it changes nothing, because mail
 * programs and filters open links, and a POST needs no answer to any question, as RFC 8058 asks for.
 */
export function unsubscribeRoutes(context: Needs): Router {
  const { db, write, now, gate } = context
  const router = Router({ strict: true, caseSensitive: true })
  const path = `${UNSUBSCRIBE_PATH}:token`

  router.get(path, (req, res) => {
    const { page, question, action } = mailOf(req)
    show(res, page, question, `<form method="post"><button>${escaped(action)}</button></form>`)
  })

  router.post(path, async (req, res) => {
    const { page, done, stop } = mailOf(req)
    await write(stop)
    show(res, page, done, '')
  })

  router.all(path, () => {
    throw new AppError('method_not_allowed', { headers: { Allow: 'GET, POST' } })
  })
  return router

  /** The emails that a link ends. */
  function mailOf(req: Request): Ending {
    const token = String(req.params['token'])
    const [emailId, operatorId] = [emailOfToken(context, token), operatorOfToken(context, token)]
    if (emailId === undefined && operatorId === undefined) {
      gate.limit('badKeys', addressKey(req.ip))
      throw notFound()
    }
    return operatorId === undefined ? ofVisitor(emailId!) : ofOperator(operatorId)
  }

  function ofVisitor(emailId: number): Ending {
    const email = emailQueries(db).find(emailId)
    const recipient = email && emailQueries(db).recipient(email.conversation_id)
    if (!recipient) throw notFound()
    const { visitor_language, assistant_language, assistant_name: name } = recipient
    const { words, ...page } = emailPhrasesFor(visitor_language, assistant_language)
    return {
      page,
      question: filled(words.question, { name }),
      action: words.unsubscribe,
      done: filled(words.done, { name }),
      stop: (tx) => void emailQueries(db).stop(tx, email.user_id, email.address, now()),
    }
  }

  function ofOperator(operatorId: number): Ending {
    const operator = operatorEmailQueries(db).operator(operatorId)
    if (!operator) throw notFound()
    const { words, language } = operatorPhrasesFor(operator.language)
    return {
      page: { language, direction: 'ltr' },
      question: words.question,
      action: words.unsubscribe,
      done: words.done,
      stop: (tx) => void operatorEmailQueries(db).remove(tx, operatorId),
    }
  }
}

/** Emails that end, with the words of the page. */
interface Ending {
  readonly page: PageLanguage
  readonly question: string
  readonly action: string
  readonly done: string
  readonly stop: (tx: Tx) => void
}

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
