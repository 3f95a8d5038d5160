import { TextDecoder } from 'node:util'
import { fault } from '#contracts/faults.ts'
import type { FileKind } from '#contracts/knowledge.ts'
import type { Context } from '../../context.ts'
import { type GuardedResponse, guardedFetch } from '../../providers/http/guarded-fetch.ts'
import { OutgoingError } from '../../providers/http/outgoing-error.ts'
import { Unreadable } from './reader/unreadable.ts'

type Needs = Parameters<typeof guardedFetch>[0] & Pick<Context, 'config'>

/** A fetched web page, its text in UTF-8. */
export interface WebPage {
  /** Its address, after redirects. */
  readonly url: string
  readonly kind: FileKind
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Maximum number of redirects. */
const MAX_REDIRECTS = 5

const KINDS: ReadonlyMap<string, FileKind> = new Map([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
])

/**
 * Fetches a page from a public or allowed address and follows redirects.
 * @throws Unreadable with the reason if there is no page
 */
export async function fetchPage(
  context: Needs,
  url: string,
  signal: AbortSignal,
): Promise<WebPage> {
  const { url: address, response } = await openAddress(context, url, signal)
  return { url: address, ...pageIn(response, context.config.limits.pageBytes) }
}

/**
 * Requests an address and follows its redirects, each of which is checked as the first address was.
 * @throws Unreadable if there is no complete response
 */
export async function openAddress(
  context: Needs,
  url: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly response: GuardedResponse }> {
  let address = url
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await getAddress(context, address, signal, headers)
    const { location } = response.headers
    if (response.status < 300 || response.status > 399 || location === undefined) {
      return { url: address, response }
    }
    if (!URL.canParse(location, address)) break
    address = new URL(location, address).href
  }
  throw new Unreadable(fault('page_redirects_forever'))
}

/**
 * Sends one request without following redirects.
 * @throws Unreadable if there is no complete response
 */
export async function getAddress(
  context: Needs,
  url: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<GuardedResponse> {
  const { pageMs, pageBytes } = context.config.limits
  try {
    return await guardedFetch(context, {
      url,
      headers: { accept: 'text/html, text/markdown, text/plain;q=0.9', ...headers },
      timeoutMs: pageMs,
      maxBytes: pageBytes,
      signal,
    })
  } catch (error) {
    if (error instanceof OutgoingError && error.code !== 'stopped') {
      throw new Unreadable(fault('page_unreachable', { reason: error.fault }), { cause: error })
    }
    throw error
  }
}

/**
 * The page in a response.
 * @throws Unreadable if it does not contain one
 */
export function pageIn(
  { status, headers, body, isCut }: GuardedResponse,
  maxBytes: number,
): Omit<WebPage, 'url'> {
  if (status !== 200) throw new Unreadable(fault('page_status', { status }))
  if (isCut) throw new Unreadable(fault('page_too_large', { megabytes: maxBytes / 1024 / 1024 }))
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const kind = KINDS.get(type.trim())
  const packing = headers['content-encoding'] ?? 'identity'
  if (!kind || packing !== 'identity') {
    const named = kind ? packing : type.trim()
    throw new Unreadable(
      fault('page_not_text', { type: named === '' ? fault('page_type_missing') : named }),
    )
  }
  return { kind, bytes: decodedBody({ body, parameters: parameters.join(';') }) }
}

/** The body of a page in UTF-8, from the charset that its type or its head declares. */
export function decodedBody({
  body,
  parameters,
}: {
  readonly body: Buffer
  /** Parameters of the `content-type`, in lower case. */
  readonly parameters: string
}): Uint8Array<ArrayBuffer> {
  const named = /charset="?([^";\s]+)/.exec(parameters)?.[1]
  return new TextEncoder().encode(decoderOf(named ?? charsetIn(body)).decode(body))
}

/** The charset declared in a page's head. */
function charsetIn(body: Buffer): string | undefined {
  const head = body.subarray(0, 2048).toString('latin1')
  return /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(head)?.[1]
}

function decoderOf(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
