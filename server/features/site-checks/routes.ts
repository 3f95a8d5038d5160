/*
 * POST   /user/assistant/:id/site-checks  checkSite
 */
import { type Fault, type FaultCode, fault } from '#contracts/faults.ts'
import type { Localizer } from '#contracts/localize.ts'
import { checkSite, SITE_FINDINGS, type SiteFinding } from '#contracts/site-checks.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { onBehalfOf } from '../../providers/http/on-behalf.ts'
import { createSlots } from '../../providers/slots.ts'
import { embeddingOf } from '../assistants/embedding.ts'
import { type AssistantWithLanguage, assistantQueries } from '../assistants/queries.ts'
import { canCallFromWebsite } from '../speech/speech-of.ts'
import { checkPage } from './check.ts'
import type { Found, SiteChat } from './page.ts'

/** Maximum length of an excerpt of a page, characters. */
const MAX_SEEN = 500

/** Checks of the pages that show the chat. */
export const siteCheckRoutes: Routes = (context) => {
  const { handle, gate, db, config } = context
  const inSlot = createSlots(config.limits.siteChecksAtOnce)

  handle(checkSite, async ({ principal: { userId }, params, body, localizer, res }) => {
    const assistant = assistantQueries(db).find(userId, params.id)
    if (!assistant) throw notFound('assistant_not_found')
    gate.limit('siteChecks', String(userId))
    const gone = new AbortController()
    res.once('close', () => gone.abort(new AppError('bad_request')))
    const caller = { ...onBehalfOf(context, userId), inSlot }
    const { found, ...rest } = await checkPage(caller, body.url, chatOf(assistant), gone.signal)
    return { data: { ...rest, findings: found.map((one) => inWords(one, localizer)) } }
  })

  function chatOf(assistant: AssistantWithLanguage): SiteChat {
    const { uuid, origin, snippet, pinned, allowed_origins } = embeddingOf(context, assistant)
    return {
      uuid,
      origin,
      snippet,
      pinned: pinned && {
        ...pinned,
        tag: `<script src="${pinned.url}" integrity="${pinned.integrity}" crossorigin="anonymous" data-assistant="${uuid}" async></script>`,
      },
      allowed_origins,
      isActive: assistant.status === 'active',
      trustsLoopback: config.publicUrl === undefined,
      hasCalls: canCallFromWebsite(context, assistant),
    }
  }
}

function inWords({ code, seen, paste, name }: Found, { translate }: Localizer): SiteFinding {
  const params = name === undefined ? {} : { name }
  const say = (key: FaultCode): string => translate(fault(key, params) as Fault)
  return {
    code,
    severity: SITE_FINDINGS[code],
    title: say(`site.${code}`),
    advice: say(`site.${code}.advice`),
    seen: seen === undefined ? null : printable(seen),
    paste: paste === undefined ? null : withoutControls(paste),
  }
}

/** A stranger's text, cut to a readable length. */
function printable(text: string): string {
  const clean = withoutControls(text).trim()
  return clean.length > MAX_SEEN ? `${clean.slice(0, MAX_SEEN - 1)}…` : clean
}

/** A text without control and format characters, such as those that reverse it, but with its lines. */
const withoutControls = (text: string): string => text.replace(/[^\P{C}\n]/gu, '')
