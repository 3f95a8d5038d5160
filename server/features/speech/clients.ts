import { SPEECH_KINDS, type SpeechKindName } from '#contracts/speech-kinds.ts'
import { hearByConverser, speakByConverser } from '../../providers/speech/by-converser.ts'
import type { Converser } from '../../providers/speech/converse.ts'
import { createDeepgramTranscriber } from '../../providers/speech/deepgram/transcriber.ts'
import { createElevenLabsSynthesizer } from '../../providers/speech/elevenlabs/synthesizer.ts'
import type { Transcriber } from '../../providers/speech/hear.ts'
import { createOpenAiSynthesizer } from '../../providers/speech/openai-audio/synthesizer.ts'
import { createOpenAiTranscriber } from '../../providers/speech/openai-audio/transcriber.ts'
import { createOpenAiConverser } from '../../providers/speech/openai-realtime/converser.ts'
import { createPiperSynthesizer } from '../../providers/speech/piper/synthesizer.ts'
import type { SpeechNeeds } from '../../providers/speech/service.ts'
import type { Synthesizer } from '../../providers/speech/speak.ts'
import { createWhisperCppTranscriber } from '../../providers/speech/whisper-cpp/transcriber.ts'

/** Settings of a service that its clients need; the key is in clear text. */
export interface ServiceSettings {
  readonly kind: SpeechKindName
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly speechModel: string | null
  readonly transcriptionModel: string | null
}

/** Synthesis client of a service; undefined if it does not support synthesis, or its model is not set. */
export function synthesizerOf(
  context: SpeechNeeds,
  { kind, baseUrl, apiKey, speechModel: model }: ServiceSettings,
): Synthesizer | undefined {
  if (!canSpeak(kind, model)) return undefined
  const service = { baseUrl, apiKey }
  if (kind === 'piper') return createPiperSynthesizer(context, service)
  const named = { ...service, model: model! }
  return kind === 'elevenlabs'
    ? createElevenLabsSynthesizer(context, named)
    : createOpenAiSynthesizer(context, named)
}

/** Transcription client of a service; undefined if it does not support transcription, or its model is not set. */
export function transcriberOf(
  context: SpeechNeeds,
  { kind, baseUrl, apiKey, transcriptionModel: model }: ServiceSettings,
): Transcriber | undefined {
  if (!canHear(kind, model)) return undefined
  const service = { baseUrl, apiKey }
  if (kind === 'whisper-cpp') return createWhisperCppTranscriber(context, service)
  const named = { ...service, model: model! }
  return kind === 'deepgram'
    ? createDeepgramTranscriber(context, named)
    : createOpenAiTranscriber(context, named)
}

/** Client of a service with a realtime model; undefined if it does not support one, or a model is not set. */
export function converserOf(
  context: SpeechNeeds,
  { kind, baseUrl, apiKey, speechModel: model, transcriptionModel }: ServiceSettings,
): Converser | undefined {
  if (!canConverse(kind, model, transcriptionModel)) return undefined
  const models = { model: model!, transcriptionModel: transcriptionModel! }
  return createOpenAiConverser(context, { baseUrl, apiKey, ...models })
}

/** Any client of a service that can speak a sentence, for samples. */
export function sampleVoiceOf(
  context: SpeechNeeds,
  settings: ServiceSettings,
): Synthesizer | undefined {
  const converser = converserOf(context, settings)
  return converser ? speakByConverser(context, converser) : synthesizerOf(context, settings)
}

/** Any client of a service that can transcribe a sentence. */
export function sampleEarOf(
  context: SpeechNeeds,
  settings: ServiceSettings,
): Transcriber | undefined {
  const converser = converserOf(context, settings)
  return converser ? hearByConverser(context, converser) : transcriberOf(context, settings)
}

/** Reports whether a service is a synthesizer, given its model. */
export const canSpeak = (kind: SpeechKindName, model: string | null): boolean =>
  !SPEECH_KINDS[kind].converses && can(SPEECH_KINDS[kind].speaks, model)

/** Reports whether a service is a transcriber, given its model. */
export const canHear = (kind: SpeechKindName, model: string | null): boolean =>
  !SPEECH_KINDS[kind].converses && can(SPEECH_KINDS[kind].hears, model)

/** Reports whether a service offers a realtime model: the caller's words have to be transcribed, too. */
export const canConverse = (
  kind: SpeechKindName,
  model: string | null,
  transcriptionModel: string | null,
): boolean => SPEECH_KINDS[kind].converses === true && model !== null && transcriptionModel !== null

const can = (use: 'model' | 'own' | 'none', model: string | null): boolean =>
  use === 'own' || (use === 'model' && model !== null)
