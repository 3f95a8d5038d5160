import { z } from 'zod'
import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { type GuardedResponse, guardedFetch } from '../../providers/http/guarded-fetch.ts'
import type { OnBehalf } from '../../providers/http/on-behalf.ts'
import { OutgoingError } from '../../providers/http/outgoing-error.ts'

type Needs = OnBehalf & Pick<Context, 'sleep' | 'lookup' | 'port' | 'version'>

/** The models that a service offers, or the reason why they are unknown. */
export type Offer =
  | { readonly models: readonly string[] }
  | {
      readonly fault: Fault<ReasonCode>
      /** True if the address cannot be called at all, so that testing a model would fail too. */
      readonly isFinal: boolean
    }

interface ListRequest {
  readonly baseUrl: string
  readonly key: string | undefined
  readonly timeoutMs: number
}

const MAX_BYTES = 1024 * 1024
const MAX_MODELS = 500

const ModelList = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })) })

/** Lists the models of an OpenAI-compatible service. */
export async function listOffered(
  context: Needs,
  { baseUrl, key, timeoutMs }: ListRequest,
): Promise<Offer> {
  const url = `${baseUrl.replace(/\/+$/, '')}/models`
  try {
    const answer = await guardedFetch(context, {
      url,
      headers: { accept: 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      timeoutMs,
      maxBytes: MAX_BYTES,
    })
    return offerOf(answer, url)
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    const { host } = new URL(url)
    const { code, fault: reason } = error
    return final(
      code === 'failed'
        ? fault('provider_unreachable', { host, reason })
        : fault('outgoing_failed', { reason }),
    )
  }
}

function offerOf({ status, headers, body }: GuardedResponse, url: string): Offer {
  const type = String(headers['content-type'] ?? '')
  if (status === 401 || status === 403) return final(fault('provider_refuses_key', { status }))
  if (status >= 300 && status < 400) return final(fault('provider_redirects', { url, status }))
  if (status === 404) return open(fault('provider_without_list', { url }))
  if (status < 200 || status > 299) return open(fault('provider_status', { status }))
  if (/^text\/html\b/i.test(type)) return final(fault('provider_is_website'))
  const parsed = ModelList.safeParse(jsonOf(body))
  if (!parsed.success) return open(fault('provider_list_unreadable', { url }))
  return { models: [...new Set(parsed.data.data.map(({ id }) => id))].slice(0, MAX_MODELS) }
}

const final = (reason: Fault<ReasonCode>): Offer => ({ fault: reason, isFinal: true })
const open = (reason: Fault<ReasonCode>): Offer => ({ fault: reason, isFinal: false })

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Reports whether a model is for embeddings, judging by its name. */
export const looksLikeEmbedding = (model: string): boolean =>
  /embed|(^|[/-])(bge|e5|gte)-|minilm/i.test(model)
