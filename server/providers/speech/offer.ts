import { z } from 'zod'
import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import type { SpeechKindName } from '#contracts/speech-kinds.ts'
import { type GuardedResponse, guardedFetch } from '../http/guarded-fetch.ts'
import { OutgoingError } from '../http/outgoing-error.ts'
import {
  headersOf,
  hostOf,
  jsonIn,
  type SpeechNeeds,
  type SpeechService,
  urlOf,
} from './service.ts'
import { asSpeechError, SpeechError } from './speech-error.ts'

/** Models and voices of a speech service, as far as it lists them. */
export interface SpeechOffer {
  /** Models for speech synthesis. */
  readonly speaks: readonly string[]
  /** Models for speech recognition; empty for a server with a single unnamed one. */
  readonly hears: readonly string[]
  readonly voices: readonly string[]
}

interface Question {
  readonly url: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

const NOTHING: SpeechOffer = { speaks: [], hears: [], voices: [] }

/** Timeout of listing models and voices, ms. */
const OFFER_MS = 5000

const MAX_BYTES = 1024 * 1024
const MAX_NAMES = 500

const Name = z.string().min(1).max(200)
const Models = z.object({ data: z.array(z.object({ id: Name, task: z.string().optional() })) })
const Named = z.union([Name, z.looseObject({ id: Name }).transform(({ id }) => id)])
const AudioVoices = z.object({ voices: z.array(Named).min(1) })
const PiperVoices = z.record(
  Name,
  z.looseObject({ audio: z.looseObject({ sample_rate: z.number() }) }),
)

/** Name patterns of speech models, for servers that list models without their task. */
const SPEAKS = /(^|[^a-z])(tts|kokoro|piper|xtts|vits|bark|orpheus|chatterbox)/i
const HEARS = /whisper|parakeet|transcri|moonshine|canary|sensevoice/i

/**
 * Lists the models and voices of a service; anything it does not report in time is treated as unknown.
 * @param onFault called with the reason if the service is unreachable or refuses
 */
export async function offerOf(
  context: SpeechNeeds,
  kind: SpeechKindName,
  service: SpeechService,
  signal: AbortSignal,
  onFault: (reason: Fault<ReasonCode>) => void,
): Promise<SpeechOffer> {
  const headers = headersOf(service)
  async function get(path: string): Promise<GuardedResponse | undefined> {
    const question = { url: urlOf(service, path), timeoutMs: OFFER_MS, signal, headers }
    try {
      const answer = await requestOffer(context, question)
      if (REFUSED.includes(answer.status))
        onFault(fault('provider_refuses_key', { status: answer.status }))
      return wholeOf(answer)
    } catch (error) {
      const known = asSpeechError(error, hostOf(service), signal)
      if (!(known instanceof SpeechError)) throw error
      onFault(known.fault)
      return undefined
    }
  }
  if (kind === 'piper') return { ...NOTHING, voices: piperVoicesIn(await get('/voices')) }
  if (kind !== 'openai-audio') return NOTHING
  return audioOfferIn(...(await Promise.all([get('/models'), get('/audio/voices')])))
}

/** Statuses of responses to an invalid key. */
const REFUSED = [401, 403]

const requestOffer = (context: SpeechNeeds, question: Question): Promise<GuardedResponse> =>
  guardedFetch(context, { ...question, maxBytes: MAX_BYTES })

const wholeOf = (answer: GuardedResponse): GuardedResponse | undefined =>
  answer.status === 200 && !answer.isCut ? answer : undefined

/** Requests one URL; undefined without a successful response. */
export async function probeOffer(
  context: SpeechNeeds,
  question: Question,
): Promise<GuardedResponse | undefined> {
  try {
    return wholeOf(await requestOffer(context, question))
  } catch (error) {
    if (error instanceof OutgoingError) return undefined
    throw error
  }
}

/** Models and voices listed by an OpenAI-compatible server at `/models` and `/audio/voices`. */
export function audioOfferIn(
  models: GuardedResponse | undefined,
  audioVoices: GuardedResponse | undefined,
): SpeechOffer {
  const { data } = Models.catch({ data: [] }).parse(contentOf(models))
  const { voices } = AudioVoices.catch({ voices: [] }).parse(contentOf(audioVoices))
  const namesOf = (task: string, pattern: RegExp) =>
    data
      .filter((model) => (model.task === undefined ? pattern.test(model.id) : model.task === task))
      .map(({ id }) => id)
      .slice(0, MAX_NAMES)
  return {
    speaks: namesOf('text-to-speech', SPEAKS),
    hears: namesOf('automatic-speech-recognition', HEARS),
    voices: voices.slice(0, MAX_NAMES),
  }
}

/** Voices listed by a Piper server. */
export const piperVoicesIn = (answer: GuardedResponse | undefined): readonly string[] =>
  Object.keys(PiperVoices.catch({}).parse(contentOf(answer))).slice(0, MAX_NAMES)

const contentOf = (answer: GuardedResponse | undefined): unknown =>
  answer && jsonIn(answer.body.toString('utf8'))
