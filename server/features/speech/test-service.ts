import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import { SPEECH_KINDS } from '#contracts/speech-kinds.ts'
import type { SpeechTest } from '#contracts/speech-providers.ts'
import type { Context } from '../../context.ts'
import type { OnBehalf } from '../../providers/http/on-behalf.ts'
import type { HeardEvent, Transcriber } from '../../providers/speech/hear.ts'
import { SPEECH_LIMITS } from '../../providers/speech/limits.ts'
import { offerOf } from '../../providers/speech/offer.ts'
import type { Sound, Synthesizer } from '../../providers/speech/speak.ts'
import { SpeechError } from '../../providers/speech/speech-error.ts'
import { type ServiceSettings, sampleEarOf, sampleVoiceOf } from './clients.ts'
import { sampleOf } from './sample.ts'

type Needs = OnBehalf & Pick<Context, 'sleep' | 'lookup' | 'port' | 'version' | 'now' | 'osVoice'>

/** Settings to test. */
export interface Candidate extends ServiceSettings {
  /** The voice to speak with; by default, the first one offered. */
  readonly voice: string | undefined
  /** Language of the sentence, two letters. */
  readonly language: string
}

type Message = { readonly ok: boolean; readonly message: Fault<ReasonCode> }
type Spoken = Message & { readonly first_sound_ms: number | null }
type HeardMessage = Message & { readonly text: string | null }

/** Result of a test, before its messages are rendered. */
type TestedService = Omit<SpeechTest, 'message' | 'speaks' | 'hears'> & {
  readonly message: Fault<ReasonCode>
  readonly speaks: Spoken | null
  readonly hears: HeardMessage | null
}

/** Tests a service by speaking a short sentence and transcribing it: the service's own audio, or the operating system's. */
export async function testService(context: Needs, candidate: Candidate): Promise<TestedService> {
  const { signal } = new AbortController()
  const { kind, language } = candidate
  let reason: Fault<ReasonCode> | undefined
  const offer = await offerOf(context, kind, candidate, signal, (problem) => {
    reason = problem
  })
  const settings: ServiceSettings = {
    ...candidate,
    speechModel: candidate.speechModel ?? offer.speaks[0] ?? null,
    transcriptionModel: candidate.transcriptionModel ?? offer.hears[0] ?? null,
  }
  // Only Piper and realtime models have a default voice.
  const hasOwn = kind === 'piper' || SPEECH_KINDS[kind].converses
  const voice = candidate.voice ?? offer.voices[0] ?? (hasOwn ? '' : undefined)
  const synthesizer = voice === undefined ? undefined : sampleVoiceOf(context, settings)
  const transcriber = sampleEarOf(context, settings)
  const said = { voice: voice ?? '', language, signal }
  const { spoken, sound } = synthesizer
    ? await trySpeaking(context, synthesizer, said)
    : { spoken: null, sound: undefined }
  const heard = transcriber
    ? await tryHearing(context, transcriber, sound ?? (await systemSample(context, said)), said)
    : null
  const outcomes = [spoken, heard].filter((outcome) => outcome !== null)
  const summary = outcomes.find(({ ok }) => !ok) ?? outcomes.at(-1)
  return {
    ok: summary?.ok ?? false,
    message: summary?.message ?? reason ?? fault('speech_untried'),
    speaks: spoken,
    hears: heard,
    speech_models: [...offer.speaks],
    transcription_models: [...offer.hears],
    voices: SPEECH_KINDS[kind].speaks === 'none' ? [] : [...offer.voices],
  }
}

type TestSample = Parameters<typeof sampleOf>[2]

async function trySpeaking(
  context: Needs,
  synthesizer: Synthesizer,
  said: TestSample,
): Promise<{ readonly spoken: Spoken; readonly sound: Sound | undefined }> {
  try {
    const sample = await sampleOf(context, synthesizer, said)
    if (!sample) throw new SpeechError(fault('speech_cut_off'))
    const message = fault('speech_speaks', { ms: sample.firstSoundMs })
    const spoken = { ok: true, message, first_sound_ms: sample.firstSoundMs }
    return { spoken, sound: sample }
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error
    const spoken = { ok: false, message: error.fault, first_sound_ms: null }
    return { spoken, sound: undefined }
  }
}

/** The sentence spoken by the operating system; undefined if it has no voice. */
async function systemSample(context: Needs, said: TestSample): Promise<Sound | undefined> {
  try {
    return await sampleOf(context, context.osVoice, { ...said, voice: '' })
  } catch (error) {
    if (error instanceof SpeechError) return undefined
    throw error
  }
}

const FRAMES_A_SECOND = 50

/** One second of silence: enough to see that a service responds. */
const SILENCE: Sound = { pcm: new Int16Array(16_000), rate: 16_000 }

async function tryHearing(
  context: Needs,
  transcriber: Transcriber,
  sound: Sound | undefined,
  { language }: TestSample,
): Promise<HeardMessage> {
  const { pcm, rate } = sound ?? SILENCE
  // Stops at the first final text: some services keep listening for the whole call.
  const ended = new AbortController()
  const hearing = transcriber.open({ rate, languages: [language], signal: ended.signal })
  const frame = rate / FRAMES_A_SECOND
  for (let from = 0; from < pcm.length; from += frame)
    hearing.push({ pcm: pcm.subarray(from, from + frame), at: (from / rate) * 1000 })
  hearing.finish()
  const late = new AbortController()
  context.sleep(SPEECH_LIMITS.transcriptMs, late.signal).then(
    () => ended.abort(),
    () => {},
  )
  const event = await lastWord(hearing.events)
    // The conversation as a whole may be lost.
    .catch((error: unknown) => {
      if (error instanceof SpeechError) return { kind: 'failed' as const, fault: error.fault }
      throw error
    })
    .finally(() => {
      late.abort()
      ended.abort()
    })
  if (event?.kind === 'failed') return { ok: false, message: event.fault, text: null }
  if (!sound) return { ok: true, message: fault('speech_no_sample'), text: null }
  const text = event?.text.trim() ?? ''
  return text === ''
    ? { ok: false, message: fault('speech_hears_nothing'), text }
    : { ok: true, message: fault('speech_hears', { text }), text }
}

async function lastWord(events: AsyncIterable<HeardEvent>): Promise<HeardEvent | undefined> {
  for await (const event of events) {
    if (event.kind === 'final' || event.kind === 'failed') return event
  }
  return undefined
}
