import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import type { ConnectionTest, ModelKind } from '#contracts/model-providers.ts'
import type { Context } from '../../context.ts'
import { guardedStream } from '../../providers/http/guarded-stream.ts'
import type { OnBehalf } from '../../providers/http/on-behalf.ts'
import { createEmbed } from '../../providers/llm/embeddings.ts'
import { failureOf } from '../../providers/llm/failure.ts'
import { generate } from '../../providers/llm/generate.ts'
import { createOpenAiCompatibleModel, redactorOf } from '../../providers/llm/openai-compatible.ts'
import { listOffered, looksLikeEmbedding } from './list-models.ts'

type Needs = OnBehalf & Pick<Context, 'sleep' | 'lookup' | 'port' | 'version' | 'now'>

/** Settings to test. */
export interface Candidate {
  readonly baseUrl: string
  readonly key: string | undefined
  /** Model to test; defaults to the first one offered. */
  readonly model: string | undefined
  readonly kind: ModelKind
}

/** Result of a test, not yet localized. */
type TestedConnection = Omit<ConnectionTest, 'message'> & { readonly message: Fault<ReasonCode> }

const LIST_MS = 10_000
const LIMITS = { firstByteMs: 20_000, idleMs: 10_000, totalMs: 30_000, retries: 0 }
const PROMPT = 'Reply with the one word: hello'
const MAX_REPLY = 300

const NOTHING = { model: null, reply: null, first_token_ms: null, dimensions: null }

/** Lists a service's models and requests a short completion from one of them. Errors never contain the key. */
export async function testConnection(
  context: Needs,
  candidate: Candidate,
): Promise<TestedConnection> {
  const { baseUrl, key, kind } = candidate
  const offer = await listOffered(context, { baseUrl, key, timeoutMs: LIST_MS })
  const models = 'models' in offer ? [...offer.models] : []
  const failed = (message: Fault<ReasonCode>) => ({ ok: false, message, models, ...NOTHING })
  if ('fault' in offer && (offer.isFinal || candidate.model === undefined))
    return failed(offer.fault)
  const isEmbedding = kind === 'embedding'
  const model =
    candidate.model ?? models.find((name) => looksLikeEmbedding(name) === isEmbedding) ?? models[0]
  if (model === undefined) return failed(fault('provider_without_models'))
  const outcome = await (isEmbedding ? tryEmbedding : tryChat)(context, candidate, model)
  return { models, ...NOTHING, model, ...outcome }
}

type Outcome = Pick<TestedConnection, 'ok' | 'message'> & Partial<TestedConnection>

async function tryChat(
  context: Needs,
  { baseUrl, key }: Candidate,
  model: string,
): Promise<Outcome> {
  const startedAt = context.now().getTime()
  let first: number | null = null
  const result = await generate({
    model: createOpenAiCompatibleModel({
      name: 'test',
      baseUrl,
      apiKey: key,
      model,
      fetch: guardedStream(context),
    }),
    system: '',
    messages: [{ role: 'user', content: PROMPT }],
    sleep: context.sleep,
    signal: new AbortController().signal,
    limits: LIMITS,
    onText: () => {
      first ??= context.now().getTime() - startedAt
    },
  })
  const reply = result.text.slice(0, MAX_REPLY)
  if (result.complete)
    return { ok: true, message: fault('model_answers', { model }), reply, first_token_ms: first }
  return {
    ok: false,
    message: reasonOf(model, result.status, result.detail),
    reply: reply || null,
    first_token_ms: first,
  }
}

async function tryEmbedding(
  context: Needs,
  { baseUrl, key }: Candidate,
  model: string,
): Promise<Outcome> {
  const fetch = guardedStream(context)
  const settings = { name: 'test', baseUrl, apiKey: key, model, fetch }
  const embed = createEmbed({ ...settings, sleep: context.sleep })
  try {
    const [vector] = await embed(['hello'], new AbortController().signal)
    const dimensions = vector!.length
    return { ok: true, message: fault('model_answers_vectors', { model, dimensions }), dimensions }
  } catch (error) {
    const { status, detail } = failureOf(
      error,
      false,
      redactorOf(createOpenAiCompatibleModel(settings)),
    )
    return { ok: false, message: reasonOf(model, status, detail) }
  }
}

function reasonOf(model: string, status: number | undefined, detail: string): Fault<ReasonCode> {
  if (status === 401 || status === 403) return fault('provider_refuses_key', { status })
  if (status === 404) return fault('provider_lacks_model', { model })
  return fault('model_silent', { model, detail })
}
