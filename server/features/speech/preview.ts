import { type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { SpeechError } from '../../providers/speech/speech-error.ts'
import { choiceQueries, type PreviewedVoice } from './choice-queries.ts'
import { sampleVoiceOf } from './clients.ts'
import { serviceQueries } from './queries.ts'
import { sampleOf, wavOf } from './sample.ts'
import { clientOf } from './speech-of.ts'

type Needs = Parameters<typeof clientOf>[0] & Pick<Context, 'now'>

/** Samples to cache; each is a few hundred kilobytes. */
const MAX_CACHED = 40

/** Returns the sample of a voice by its preview key, as a WAV file. */
export type Previews = (key: string) => Promise<Buffer | undefined>

/** Generates each sample once, and caches the newest ones; a change to the service invalidates its samples. */
export function createPreviews(context: Needs): Previews {
  const choices = choiceQueries(context.db)
  const kept = new Map<string, Promise<Buffer>>()

  return async (key) => {
    const voice = choices.previewed(key)
    if (!voice) return undefined
    const version = `${key} ${voice.updated_at}`
    const known = kept.get(version)
    if (known) return await known
    const sample = speak(context, voice)
    kept.set(version, sample)
    // Evicts the oldest.
    for (const old of [...kept.keys()].slice(0, -MAX_CACHED)) kept.delete(old)
    try {
      return await sample
    } catch (error) {
      kept.delete(version)
      throw error
    }
  }
}

async function speak(context: Needs, voice: PreviewedVoice): Promise<Buffer> {
  const { service_voice, language, speech_provider_id } = voice
  const service =
    speech_provider_id === null
      ? undefined
      : serviceQueries(context.db).find(voice.user_id!, speech_provider_id)
  const synthesizer =
    speech_provider_id === null
      ? context.osVoice
      : service && clientOf(context, service, sampleVoiceOf)
  if (!synthesizer) throw silent(fault('secrets_key_changed'))
  const { signal } = new AbortController()
  try {
    const sample = await sampleOf(context, synthesizer, { voice: service_voice, language, signal })
    if (sample) return wavOf(sample)
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error
    throw silent(error.fault)
  }
  throw silent(fault('speech_cut_off'))
}

const silent = (reason: Fault): AppError => new AppError('voice_silent', { params: { reason } })
