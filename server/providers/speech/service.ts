import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import type { ConnectNeeds } from '../http/route.ts'
import { withoutSecrets } from '../llm/failure.ts'
import { redactorFor } from '../llm/openai-compatible.ts'

/** Dependencies of calls to a speech service. */
export type SpeechNeeds = ConnectNeeds & Pick<Context, 'sleep'>

/** A speech service with an HTTP API. */
export interface SpeechService {
  /** Base URL; includes `/v1` for OpenAI-compatible services. */
  readonly baseUrl: string
  readonly apiKey?: string | undefined
}

/** A response, or the start of one. */
interface Answer {
  readonly status: number
  readonly type: string
  /** Read only if it is a refusal. */
  readonly text: () => Promise<string>
}

/** Maximum length of a service's message in an error, UTF-16 units. */
const MAX_WORDS = 300

export const urlOf = ({ baseUrl }: SpeechService, path: string): string =>
  `${baseUrl.replace(/\/+$/, '')}${path}`

/** Name of a service in a fault. */
export const hostOf = ({ baseUrl }: SpeechService): string =>
  URL.canParse(baseUrl) ? new URL(baseUrl).host : ''

export const headersOf = ({ apiKey }: SpeechService): Record<string, string> =>
  apiKey ? { authorization: `Bearer ${apiKey}` } : {}

/** Reason why a response is unusable; undefined if it may be usable. */
export async function refusalOf(
  service: SpeechService,
  url: string,
  { status, type, text }: Answer,
): Promise<Fault<ReasonCode> | undefined> {
  if (status >= 200 && status < 300)
    return /^text\/html\b/i.test(type) ? fault('provider_is_website') : undefined
  if (status === 401 || status === 403) return fault('provider_refuses_key', { status })
  if (status >= 300 && status < 400) return fault('provider_redirects', { url, status })
  const words = wordsOf(service, sentenceIn(await text()))
  return words === ''
    ? fault('provider_status', { status })
    : fault('speech_refused', { status, words })
}

/** A service's message, safe to show: without secrets and control characters. */
export function wordsOf({ apiKey }: SpeechService, text: string): string {
  const words = withoutSecrets(redactorFor(apiKey)(text)).replace(/\p{Cc}+/gu, ' ')
  return words.trim().slice(0, MAX_WORDS).toWellFormed()
}

function sentenceIn(body: string): string {
  const value = jsonIn(body) as { error?: unknown; detail?: unknown; message?: unknown } | null
  const { error, detail, message } = value ?? {}
  const inner = typeof error === 'object' && error !== null && 'message' in error && error.message
  return [inner, error, detail, message].find((one) => typeof one === 'string') ?? ''
}

/** Parses JSON; undefined if it is invalid. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
