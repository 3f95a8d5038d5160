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

/** Settings of a service that clients need; its key is in clear. */
export interface ServiceSettings {
  readonly kind: SpeechKindName
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly speechModel: string | null
  readonly transcriptionModel: string | null
}

/** The client of a service that speaks; undefined where it does not, or no model for it is named. */
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

/** The client of a service that hears; undefined where it does not, or no model for it is named. */
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

/** The client of a service whose model hears, thinks and speaks; undefined where it does not, or a model is missing. */
export function converserOf(
  context: SpeechNeeds,
  { kind, baseUrl, apiKey, speechModel: model, transcriptionModel }: ServiceSettings,
): Converser | undefined {
  if (!canConverse(kind, model, transcriptionModel)) return undefined
  const models = { model: model!, transcriptionModel: transcriptionModel! }
  return createOpenAiConverser(context, { baseUrl, apiKey, ...models })
}

/** Whatever of a service says a sentence, for a sample. */
export function sampleVoiceOf(
  context: SpeechNeeds,
  settings: ServiceSettings,
): Synthesizer | undefined {
  const converser = converserOf(context, settings)
  return converser ? speakByConverser(context, converser) : synthesizerOf(context, settings)
}

/** Whatever of a service hears a sentence. */
export function sampleEarOf(
  context: SpeechNeeds,
  settings: ServiceSettings,
): Transcriber | undefined {
  const converser = converserOf(context, settings)
  return converser ? hearByConverser(context, converser) : transcriberOf(context, settings)
}

/** Reports whether a service is a synthesizer, with a model or with none. */
export const canSpeak = (kind: SpeechKindName, model: string | null): boolean =>
  !SPEECH_KINDS[kind].converses && can(SPEECH_KINDS[kind].speaks, model)

/** Reports whether a service is a transcriber, with a model or with none. */
export const canHear = (kind: SpeechKindName, model: string | null): boolean =>
  !SPEECH_KINDS[kind].converses && can(SPEECH_KINDS[kind].hears, model)

/** Reports whether a service converses: what callers say has to be written down, too. */
export const canConverse = (
  kind: SpeechKindName,
  model: string | null,
  transcriptionModel: string | null,
): boolean => SPEECH_KINDS[kind].converses === true && model !== null && transcriptionModel !== null

const can = (use: 'model' | 'own' | 'none', model: string | null): boolean =>
  use === 'own' || (use === 'model' && model !== null)
