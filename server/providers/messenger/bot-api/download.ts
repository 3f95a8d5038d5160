import { z } from 'zod'
import { fault } from '#contracts/faults.ts'
import { guardedFetch } from '../../http/guarded-fetch.ts'
import { onBehalfOf } from '../../http/on-behalf.ts'
import { baseOf, failureOf } from '../service-call.ts'
import { type BotAccount, type BotFailure, type BotNeeds, callBot } from './call.ts'
import type { BotFile } from './updates.ts'

const Found = z.object({
  // Below the bot's own folder: no way up, no other server.
  file_path: z
    .string()
    .max(500)
    .regex(/^[\w.-]+(\/[\w.-]+)*$/)
    .refine((path) => !path.split('/').some((part) => /^\.+$/.test(part))),
})

/** Timeout of a download, ms. */
const DOWNLOAD_MS = 60_000

/**
 * Fetches a file of a message.
 * @param max maximum size, bytes; undefined is returned for a larger file, and for one that the service no longer has
 */
export async function downloadFile(
  context: BotNeeds,
  bot: BotAccount,
  { id, size }: BotFile,
  { max, signal }: { readonly max: number; readonly signal: AbortSignal },
): Promise<{ readonly content: Buffer | undefined } | { readonly failure: BotFailure }> {
  if (size !== undefined && size > max) return GONE
  const params = { file_id: id }
  const answer = await callBot(context, bot, { method: 'getFile', params, signal })
  if (answer.failure) return answer.failure.kind === 'refused' ? GONE : answer
  const { data } = Found.safeParse(answer.result)
  if (!data) return GONE
  try {
    const { status, body, isCut } = await guardedFetch(onBehalfOf(context, bot.userId), {
      url: `${baseOf(bot)}/file/bot${bot.token}/${data.file_path}`,
      timeoutMs: DOWNLOAD_MS,
      maxBytes: max,
      hasSecret: true,
      signal,
    })
    if (status === 200) return isCut ? GONE : { content: body }
    if (status >= 400 && status < 500 && status !== 429) return GONE
    return { failure: { kind: 'unknown', reason: fault('bot_status', { status }), status } }
  } catch (error) {
    return { failure: failureOf(bot, error) }
  }
}

const GONE = { content: undefined } as const
