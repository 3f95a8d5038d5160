import { z } from 'zod'
import { type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { type GuardedResponse, guardedFetch } from '../../http/guarded-fetch.ts'
import { onBehalfOf } from '../../http/on-behalf.ts'
import { providerError } from '../../provider-error.ts'
import { sendTimeout } from '../../send-timeout.ts'
import { baseOf, encoded, failureOf, withoutToken } from '../service-call.ts'

/** Dependencies of calls to the bot API. */
export type BotNeeds = Pick<
  Context,
  'config' | 'networkOf' | 'sleep' | 'lookup' | 'port' | 'version'
>

/** A bot, and the server of the bot API that it is called at. */
export interface BotAccount {
  /** Base URL, such as `https://api.telegram.org`. */
  readonly url: string
  readonly token: string
  /** Account on whose behalf the calls are made. */
  readonly userId: number
}

/**
 * Reason for a call without a result. `refused` calls did nothing for certain; others may have.
 * Its fault is meant for the account and contains no token.
 */
export interface BotFailure {
  readonly kind: 'token' | 'conflict' | 'busy' | 'refused' | 'unreached' | 'unknown'
  readonly reason: Fault
  /** HTTP status, if there was a response. */
  readonly status?: number
  /** Wait that the service asked for, s. */
  readonly retryAfterSeconds?: number
}

/** Result of a call, not yet parsed. */
export type BotAnswer =
  | { readonly result: unknown; readonly failure?: undefined }
  | { readonly failure: BotFailure }

interface Call {
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
  /** Sent as a form with this file, under its field. */
  readonly file?: { readonly field: string; readonly name: string; readonly content: Buffer }
  /** Time that the service may hold the response back, ms. */
  readonly heldMs?: number
  readonly signal?: AbortSignal | undefined
}

/** Maximum size of a response, bytes: a batch of messages is the largest. */
const MAX_BYTES = 4 * 1024 * 1024

/** Wait after a 429 that names none, s, and the longest that is obeyed. */
const RETRY_AFTER = 5
const MAX_RETRY_AFTER = 3600

const Answer = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
})

/** Calls a method of the bot API (https://core.telegram.org/bots/api, "Making requests"). */
export async function callBot(
  context: BotNeeds,
  bot: BotAccount,
  { method, params = {}, file, heldMs = 0, signal }: Call,
): Promise<BotAnswer> {
  const { type, body } = file ? await formOf(params, file) : jsonOf(params)
  try {
    const response = await guardedFetch(onBehalfOf(context, bot.userId), {
      url: `${baseOf(bot)}/bot${bot.token}/${method}`,
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': type },
      body,
      timeoutMs: heldMs + sendTimeout(context),
      maxBytes: MAX_BYTES,
      hasSecret: true,
      ...(signal && { signal }),
    })
    return answerOf(bot, response)
  } catch (error) {
    return { failure: failureOf(bot, error) }
  }
}

const jsonOf = (params: object) => ({ type: 'application/json', body: JSON.stringify(params) })

async function formOf(
  params: Readonly<Record<string, unknown>>,
  { field, name, content }: NonNullable<Call['file']>,
): Promise<{ type: string; body: Buffer }> {
  const form = new FormData()
  for (const [key, value] of Object.entries(params)) form.set(key, String(value))
  form.set(field, new File([new Uint8Array(content)], name))
  return encoded(form)
}

function answerOf(bot: BotAccount, response: GuardedResponse): BotAnswer {
  const { status } = response
  const answer = parsed(response)
  if (status === 200 && answer?.ok === true) return { result: answer.result }
  const words = answer?.description ?? ''
  const reason =
    words === '' ? fault('bot_status', { status }) : withoutToken(providerError(status, words), bot)
  if (status === 401) return { failure: { kind: 'token', reason: TOKEN_REFUSED, status } }
  // The service answers so to what cannot be a token.
  if (status === 404 && words === 'Not Found')
    return { failure: { kind: 'token', reason: TOKEN_REFUSED, status } }
  if (status === 409) {
    const conflict = fault(words.includes('webhook') ? 'bot_has_webhook' : 'bot_read_elsewhere')
    return { failure: { kind: 'conflict', reason: conflict, status } }
  }
  if (status === 429) {
    const asked = answer?.parameters?.retry_after ?? RETRY_AFTER
    const retryAfterSeconds = Math.min(Math.max(1, Math.ceil(asked)), MAX_RETRY_AFTER)
    return { failure: { kind: 'busy', reason, status, retryAfterSeconds } }
  }
  const isNo = status >= 400 && status < 500 && answer?.ok === false
  return { failure: { kind: isNo ? 'refused' : 'unknown', reason, status } }
}

const TOKEN_REFUSED = fault('bot_token_refused')

function parsed({ body, isCut }: GuardedResponse): z.output<typeof Answer> | undefined {
  if (isCut) return undefined
  try {
    return Answer.safeParse(JSON.parse(body.toString('utf8'))).data
  } catch {
    return undefined
  }
}
