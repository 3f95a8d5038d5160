import { z } from 'zod'
import type { BuiltInTool } from '#contracts/assistant-tools.ts'
import { fault } from '#contracts/faults.ts'
import { guardedFetch } from '../../../providers/http/guarded-fetch.ts'
import { OutgoingError } from '../../../providers/http/outgoing-error.ts'
import { SENTENCES } from './custom.ts'
import { failed, type ToolNeeds, type ToolOutcome } from './offered.ts'
import { readable } from './result-text.ts'

export type CalendarSettings = Extract<BuiltInTool, { type: 'calendar_integration' }>

/** Result of a calendar request: its data, or an outcome for the model instead. */
export type CalendarAnswer = { readonly data: unknown } | { readonly outcome: ToolOutcome }

interface CalendarRequest {
  readonly path: string
  /** API version of this endpoint. */
  readonly version: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
}

const BASES = { us: 'https://api.cal.com/v2', eu: 'https://api.cal.eu/v2' } as const

/** Timeout of a calendar request, ms. */
const TIMEOUT_MS = 15_000

const Answer = z.object({ data: z.unknown() })

/** Sends a request to a Cal.com v2 API, wherever it is hosted. */
export async function askCalendar(
  context: ToolNeeds,
  settings: CalendarSettings,
  { path, version, query = {}, body }: CalendarRequest,
  signal: AbortSignal,
): Promise<CalendarAnswer> {
  const base = baseOf(settings)
  if (base === undefined) return { outcome: failed('The calendar has no address.') }
  const url = new URL(`${base.replace(/\/+$/, '')}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const json = body && JSON.stringify(body)
  try {
    const response = await guardedFetch(context, {
      url: url.href,
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${settings.calendar_api_key}`,
        'cal-api-version': version,
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: json }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: context.config.limits.toolReadBytes,
      signal,
    })
    const text = readable(response, context.config.limits.toolReadBytes)
    const isFine = response.status >= 200 && response.status < 300
    const answer = isFine ? Answer.safeParse(parsed(text)).data : undefined
    return answer ?? { outcome: refusal(response.status, text) }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { outcome: failed(SENTENCES[error.code].replace('tool', 'calendar'), error.fault) }
  }
}

function baseOf(settings: CalendarSettings): string | undefined {
  const { calendar_endpoint: place } = settings
  return place === 'custom' ? settings.calendar_custom_endpoint : BASES[place]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const Refusal = z.object({ error: z.object({ message: z.string() }) })

/** Reason of a calendar's refusal, in its own words if it gives any. */
function refusal(status: number, text: string): ToolOutcome {
  const said = Refusal.safeParse(parsed(text)).data?.error.message.slice(0, 300)
  const what = status < 300 ? 'The answer of the calendar could not be read.' : said
  return failed(
    `The calendar refused: ${what ?? `HTTP ${status}`}`,
    fault('http_status', { status }),
  )
}
