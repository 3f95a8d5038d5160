import { z } from 'zod'
import { fault } from '#contracts/faults.ts'
import { guardedFetch } from '../../http/guarded-fetch.ts'
import { onBehalfOf } from '../../http/on-behalf.ts'
import { failureOf } from '../service-call.ts'
import { type CloudAccount, type CloudFailure, type CloudNeeds, callCloud } from './call.ts'

const Found = z.object({ url: z.url().max(4000), file_size: z.number().optional() })

/** Timeout of a download, ms. */
const DOWNLOAD_MS = 60_000

/** Times that the address of a file is asked for: it expires after five minutes. */
const ADDRESSES = 2

/** Hosts that the service itself keeps files at. */
const OWN_HOSTS = /(^|\.)(fbsbx\.com|facebook\.com|whatsapp\.net)$/

type Downloaded = { readonly content: Buffer | undefined } | { readonly failure: CloudFailure }

interface Options {
  /** Maximum size, bytes. */
  readonly max: number
  readonly signal: AbortSignal
}

/**
 * Fetches a file of a message by its id; its content is undefined if it is too large, or if the service no longer has it.
 */
export async function downloadMedia(
  context: CloudNeeds,
  account: CloudAccount,
  id: string,
  { max, signal }: Options,
): Promise<Downloaded> {
  for (let count = 0; count < ADDRESSES; count += 1) {
    const path = `/${encodeURIComponent(id)}?phone_number_id=${account.phoneId}`
    const answer = await callCloud(context, account, { path, signal })
    if (answer.failure) return answer.failure.kind === 'refused' ? GONE : answer
    const { data } = Found.safeParse(answer.result)
    if (!data || (data.file_size ?? 0) > max || !mayHaveToken(account, data.url)) return GONE
    const file = await fetchFile(context, account, data.url, { max, signal })
    if (file !== 'expired') return file
  }
  return GONE
}

const GONE = { content: undefined } as const

async function fetchFile(
  context: CloudNeeds,
  account: CloudAccount,
  url: string,
  { max, signal }: Options,
): Promise<Downloaded | 'expired'> {
  try {
    const { status, body, isCut } = await guardedFetch(onBehalfOf(context, account.userId), {
      url,
      headers: { authorization: `Bearer ${account.token}` },
      timeoutMs: DOWNLOAD_MS,
      maxBytes: max,
      hasSecret: true,
      signal,
    })
    if (status === 200) return isCut ? GONE : { content: body }
    if (status >= 400 && status < 500 && status !== 429) return 'expired'
    return { failure: { kind: 'unknown', reason: fault('cloud_status', { status }), status } }
  } catch (error) {
    return { failure: failureOf(account, error) }
  }
}

/** The token is sent to nobody but the service: where it was entered for, or where that keeps its files. */
function mayHaveToken(account: CloudAccount, url: string): boolean {
  const [api, file] = [new URL(account.url), new URL(url)]
  if (file.origin === api.origin) return true
  return file.protocol === 'https:' && OWN_HOSTS.test(api.hostname) && OWN_HOSTS.test(file.hostname)
}
