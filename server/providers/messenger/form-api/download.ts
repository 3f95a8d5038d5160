import { fault } from '#contracts/faults.ts'
import type { FormApiAccount, FormApiNeeds } from '../../form-api/account.ts'
import { scrubbedFault } from '../../form-api/scrub.ts'
import { guardedFetch } from '../../http/guarded-fetch.ts'
import { onBehalfOf } from '../../http/on-behalf.ts'
import { OutgoingError } from '../../http/outgoing-error.ts'
import type { FetchedFile, Trouble } from '../channel.ts'

/** Timeout of a download, ms. */
const DOWNLOAD_MS = 60_000

/** The provider sends readers of a file on to where it is kept. */
const MAX_REDIRECTS = 3

const GONE = { content: undefined } as const

interface Options {
  /** Maximum size, bytes. */
  readonly max: number
  readonly signal: AbortSignal
}

/** Fetches a file by its URL at the provider. The token is sent to nobody else. */
export async function downloadFile(
  context: FormApiNeeds,
  account: FormApiAccount,
  url: string,
  options: Options,
): Promise<FetchedFile | Trouble> {
  // Whatever a report says, the first one to be asked is the provider.
  if (!isOwn(account, url)) return GONE
  let target = url
  for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
    const answer = await ask(context, account, target, options)
    if (!('next' in answer)) return answer
    target = answer.next
  }
  return GONE
}

async function ask(
  context: FormApiNeeds,
  account: FormApiAccount,
  url: string,
  { max, signal }: Options,
): Promise<FetchedFile | Trouble | { readonly next: string }> {
  try {
    const { status, body, isCut, headers } = await guardedFetch(onBehalfOf(context, null), {
      url,
      headers: isOwn(account, url) ? { authorization: basicOf(account) } : {},
      timeoutMs: DOWNLOAD_MS,
      maxBytes: max,
      signal,
    })
    if (status === 200) return isCut ? GONE : { content: body }
    const { location } = headers
    if (status >= 300 && status < 400 && location && URL.canParse(location, url))
      return { next: new URL(location, url).href }
    const isGone = status >= 400 && status < 500 && status !== 429
    return isGone ? GONE : { failure: fault('sms_provider_status', { status }) }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return { failure: fault('outgoing_failed', { reason: scrubbedFault(error.fault, account) }) }
  }
}

const isOwn = (account: FormApiAccount, url: string): boolean =>
  URL.canParse(url) && new URL(url).origin === new URL(account.url).origin

const basicOf = ({ account, token }: FormApiAccount): string =>
  `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
