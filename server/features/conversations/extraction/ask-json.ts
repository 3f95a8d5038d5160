import type { JSONSchema7, LanguageModelV4 } from '@ai-sdk/provider'
import { type Context, randomShare } from '../../../context.ts'
import { generatePaid } from '../../billing/budgets/paid.ts'
import { detailOf } from '../../billing/budgets/refusal.ts'
import type { Payer } from '../../billing/budgets/shares.ts'
import type { ModelRow } from '../../platform/lookups/queries.ts'
import type { Utterance } from './fields.ts'

type JsonSchema = Exclude<NonNullable<JSONSchema7['properties']>[string], boolean>

export type AskNeeds = Pick<Context, 'db' | 'now' | 'events' | 'sleep' | 'randomBytes' | 'write'>

/** A request to read structured data from a conversation. */
export interface Question<value> {
  readonly model: ModelRow
  readonly languageModel: LanguageModelV4
  readonly payer: Payer
  /** The task and the format of the answer. */
  readonly instructions: string
  /** JSON Schema of the object's properties, all of them required. */
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly transcript: readonly Utterance[]
  /** Parses an answer; undefined if it is unusable. */
  readonly parse: (answer: string) => value | undefined
  readonly signal: AbortSignal
}

/** Parsed answer of a model, and its cost in micro-dollars. */
export interface Reading<value> {
  /** Undefined if the model returned nothing usable. */
  readonly value: value | undefined
  readonly cost: number
  /** Reason for a failure. */
  readonly problem: string
}

/** Statuses of services without schema support: the request is retried without a schema. */
const REFUSES_FORMAT: ReadonlySet<number | undefined> = new Set([400, 404, 415, 422, 501])

/** The first attempt and one retry. */
const ATTEMPTS = 2

/** Only the end of a long transcript is read; UTF-16 units. */
const MAX_TRANSCRIPT = 24_000

/** Maximum output tokens: enough for the values alone. */
const MAX_OUTPUT = 1500

/** Maximum excerpt of an unusable answer that is shown to the model on the retry, UTF-16 units. */
const MAX_QUOTED = 1000

/** Timeout per attempt, ms: only a webhook waits for it. */
const ATTEMPT_TIMEOUT_MS = 45_000

/** Asks a model for a JSON object about a conversation; retries once if the answer is unusable. */
export async function askJson<value>(
  context: AskNeeds,
  {
    model,
    languageModel,
    payer,
    instructions,
    properties,
    transcript,
    parse,
    signal,
  }: Question<value>,
): Promise<Reading<value>> {
  const messages: { role: 'user' | 'assistant'; content: string }[] = [
    { role: 'user', content: `The conversation:\n\n${printTranscript(transcript)}` },
  ]
  let cost = 0
  let isStructured = true
  for (let attempt = 0; attempt < ATTEMPTS; ) {
    const paid = await generatePaid(context, payer, model, {
      model: languageModel,
      system: instructions,
      messages,
      temperature: 0,
      maxOutputTokens: MAX_OUTPUT,
      ...(isStructured && { responseFormat: formatOf(properties) }),
      sleep: context.sleep,
      random: () => randomShare(context),
      signal,
      limits: { totalMs: ATTEMPT_TIMEOUT_MS },
    })
    if (paid.refused !== undefined)
      return { value: undefined, cost, problem: detailOf(paid.refused) }
    cost += paid.cost
    const { result } = paid
    if (!result.complete && isStructured && REFUSES_FORMAT.has(result.status)) {
      isStructured = false
      continue
    }
    if (!result.complete) return { value: undefined, cost, problem: result.detail }
    attempt += 1
    const value = parse(result.text)
    if (value !== undefined) return { value, cost, problem: '' }
    messages.push(
      { role: 'assistant', content: result.text.slice(0, MAX_QUOTED).toWellFormed() || '-' },
      {
        role: 'user',
        content: 'That was not the JSON object that was asked for. Answer with it alone.',
      },
    )
  }
  return { value: undefined, cost, problem: 'The model did not answer with what was asked for' }
}

/** The response format, for services with schema support. */
const formatOf = (properties: Question<unknown>['properties']) => ({
  type: 'json' as const,
  schema: {
    type: 'object' as const,
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  },
})

function printTranscript(transcript: readonly Utterance[]): string {
  return transcript
    .map(({ role, content }) => `${role === 'user' ? 'Customer' : 'Assistant'}: ${content}`)
    .join('\n')
    .slice(-MAX_TRANSCRIPT)
    .toWellFormed()
}

/** The single JSON object in an answer; undefined if there is none. */
export function objectIn(answer: string): object | undefined {
  const json = /\{.*\}/s.exec(answer)?.[0]
  if (json === undefined) return undefined
  try {
    const found: unknown = JSON.parse(json)
    return typeof found === 'object' && found !== null ? found : undefined
  } catch {
    return undefined
  }
}
