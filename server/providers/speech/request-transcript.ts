import { z } from 'zod'
import { fault } from '#contracts/faults.ts'
import { guardedFetch } from '../http/guarded-fetch.ts'
import type { Transcript } from './by-utterance.ts'
import { SPEECH_LIMITS } from './limits.ts'
import {
  headersOf,
  hostOf,
  jsonIn,
  refusalOf,
  type SpeechNeeds,
  type SpeechService,
  urlOf,
} from './service.ts'
import { asSpeechError, SpeechError } from './speech-error.ts'

interface TranscriptRequest {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  readonly wav: Uint8Array
}

const Answer = z.object({ text: z.string(), language: z.string().max(60).optional() })

/**
 * Requests the transcript of a WAV file from a service.
 * @throws SpeechError
 */
export async function requestTranscript(
  context: SpeechNeeds,
  service: SpeechService,
  request: TranscriptRequest,
  signal: AbortSignal,
): Promise<Transcript> {
  const url = urlOf(service, request.path)
  try {
    const { status, headers, body } = await guardedFetch(context, {
      url,
      method: 'POST',
      ...(await formOf(request, service)),
      timeoutMs: SPEECH_LIMITS.transcriptMs,
      maxBytes: SPEECH_LIMITS.transcriptBytes,
      keepsConnection: true,
      signal,
    })
    const text = body.toString('utf8')
    const refusal = await refusalOf(service, url, {
      status,
      type: String(headers['content-type'] ?? ''),
      text: async () => text,
    })
    if (refusal) throw new SpeechError(refusal)
    return transcriptIn(text)
  } catch (error) {
    throw asSpeechError(error, hostOf(service), signal)
  }
}

async function formOf({ fields, wav }: TranscriptRequest, service: SpeechService) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new File([new Uint8Array(wav)], 'speech.wav', { type: 'audio/wav' }))
  // The platform's encoder, so that a field cannot escape its part.
  const encoded = new Response(form)
  return {
    headers: {
      ...headersOf(service),
      accept: 'application/json',
      'content-type': encoded.headers.get('content-type')!,
    },
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}

function transcriptIn(answer: string): Transcript {
  const { success, data } = Answer.safeParse(jsonIn(answer))
  if (!success) throw new SpeechError(fault('speech_not_text'))
  const text = data.text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return { text, ...(data.language && { language: data.language }) }
}
