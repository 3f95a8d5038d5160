import { type Request, type Response, Router } from 'express'
import { localizerFor } from '#contracts/catalogues.ts'
import { fault, type ReasonCode } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { hashOf } from '../../../http/principal.ts'
import { addressKey } from '../../../http/rate-limit.ts'
import type { Http } from '../../../http/routes.ts'
import { createBrowserMark } from './browser-mark.ts'
import { finishSignIn, type Outcome, type Returned } from './finish.ts'
import { CALLBACK_PATH, type PendingSignIns } from './pending.ts'

/** Nothing but the text. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;font:1rem/1.5 system-ui,sans-serif}main{max-width:32rem;padding:2rem}h1{font-size:1.25rem}'

/** Texts of the page: a title and a sentence. */
const PAGES: Readonly<Record<Outcome, readonly [ReasonCode, ReasonCode]>> = {
  done: ['mcp_page_done', 'mcp_page_close'],
  declined: ['mcp_sign_in_declined', 'mcp_page_close'],
  failed: ['mcp_page_failed', 'mcp_page_failed_next'],
  expired: ['mcp_page_expired', 'mcp_page_again'],
  other_browser: ['mcp_page_other_browser', 'mcp_page_other_browser_next'],
}

type Needs = Context & Pick<Http, 'gate'> & { readonly pendingSignIns: PendingSignIns }

/**
 * The page that a browser returns to after signing in at an MCP server. It says one of a few constant texts: nothing that comes with the address
 * is repeated.
 */
export function mcpCallbackRoutes(context: Needs): Router {
  const router = Router({ strict: true, caseSensitive: true })
  const mark = createBrowserMark(context)

  router.all(CALLBACK_PATH, async (req, res) => {
    if (req.method !== 'GET')
      throw new AppError('method_not_allowed', { headers: { Allow: 'GET' } })
    const outcome = await finishSignIn(context, context.pendingSignIns, returnedIn(req))
    // A state that is not known may be a guess.
    if (outcome === 'expired') context.gate.limit('badKeys', addressKey(req.ip))
    show(req, res, outcome)
  })

  function returnedIn(req: Request): Returned {
    const text = (name: string) => {
      const value = req.query[name]
      return typeof value === 'string' ? value : undefined
    }
    const value = mark.read(req)
    return {
      state: text('state'),
      code: text('code'),
      iss: text('iss'),
      error: text('error'),
      browser: value === undefined ? undefined : hashOf(value),
    }
  }

  return router
}

function show(req: Request, res: Response, outcome: Outcome): void {
  const language = req.acceptsLanguages(['en', 'de']) || 'en'
  const localizer = localizerFor(language)
  const [title, text] = PAGES[outcome].map((code) => localizer.translate(fault(code)))
  res.set({
    'Content-Security-Policy': POLICY,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    'X-Robots-Tag': 'noindex',
    'Cross-Origin-Opener-Policy': 'same-origin',
  })
  res
    .status(outcome === 'done' ? 200 : 400)
    .type('html')
    .send(
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`,
    )
}
