import { fault } from '#contracts/faults.ts'
import { createDeadline, type Deadline } from '../deadline.ts'
import { guardedStream } from '../http/guarded-stream.ts'
import { SPEECH_LIMITS } from './limits.ts'
import {
  headersOf,
  hostOf,
  refusalOf,
  type SpeechNeeds,
  type SpeechService,
  urlOf,
} from './service.ts'
import { soundIn } from './sound-in.ts'
import type { Sound } from './speak.ts'
import { asSpeechError, SpeechError } from './speech-error.ts'

interface SpeechRequest {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** Sample rate of audio without a header, Hz; undefined if a header is required. */
  readonly bareRate?: number
}

/** Response types that are never audio; services label audio in many other ways. */
const NOT_SOUND = /^(?:text\/|application\/(?:\w+\+)?(?:json|xml))/i

/**
 * Requests speech from a service, and streams its audio.
 * @throws SpeechError
 */
export async function* requestSpeech(
  context: SpeechNeeds,
  service: SpeechService,
  request: SpeechRequest,
  signal: AbortSignal,
): AsyncGenerator<Sound> {
  using deadline = createDeadline({
    sleep: context.sleep,
    signal,
    totalMs: SPEECH_LIMITS.sentenceMs,
  })
  try {
    deadline.allow(SPEECH_LIMITS.firstSoundMs, 'No sound yet')
    const body = await open(context, service, request, deadline)
    const { bareRate } = request
    for await (const sound of soundIn(body, { bareRate, maxBytes: SPEECH_LIMITS.soundBytes })) {
      // No timeout while the consumer plays the audio.
      deadline.rest()
      yield sound
      deadline.allow(SPEECH_LIMITS.idleMs, 'No more sound')
    }
  } catch (error) {
    throw asSpeechError(error, hostOf(service), deadline.signal)
  }
}

async function open(
  context: SpeechNeeds,
  service: SpeechService,
  { path, body }: SpeechRequest,
  { signal }: Deadline,
): Promise<ReadableStream<Uint8Array>> {
  const url = urlOf(service, path)
  const response = await guardedStream(context)(url, {
    method: 'POST',
    headers: { ...headersOf(service), 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  const type = (response.headers.get('content-type') ?? '').split(';')[0]!.trim()
  const refusal = await refusalOf(service, url, {
    status: response.status,
    type,
    text: () => beginningOf(response.body),
  })
  const isSound = response.body && !NOT_SOUND.test(type)
  if (!refusal && isSound) return response.body
  await response.body?.cancel()
  throw new SpeechError(refusal ?? fault('speech_not_sound', { type: type || '–' }))
}

async function beginningOf(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= SPEECH_LIMITS.refusalBytes) break
  }
  return Buffer.concat(chunks).toString('utf8', 0, SPEECH_LIMITS.refusalBytes)
}
