import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { speakBySentence } from '../by-sentence.ts'
import { primaryTag } from '../language-tag.ts'
import { SPEECH_LIMITS } from '../limits.ts'
import { soundIn } from '../sound-in.ts'
import type { Sound, SpeakOptions, Synthesizer } from '../speak.ts'
import { SpeechError } from '../speech-error.ts'
import { createRunner } from './run.ts'
import { BARE_RATE, type OsVoiceEntry } from './system.ts'
import { systemOf } from './systems.ts'

/** Voices of the operating system: nothing leaves the machine. Shared by all calls, because it limits concurrency. */
export interface OsVoice extends Synthesizer {
  /** All installed voices; empty if the speech program is missing. */
  voices(signal: AbortSignal): Promise<readonly OsVoiceEntry[]>
}

interface OsVoiceOptions extends Pick<Context, 'sleep'> {
  readonly platform: NodeJS.Platform
  /** The environment of this process; programs get only the variables they need. */
  readonly environment: Readonly<NodeJS.ProcessEnv>
}

/** Speaks only with listed voices; without a name, with the first one of the language. */
export function createOsVoice({ platform, environment, sleep }: OsVoiceOptions): OsVoice {
  const system = systemOf(platform, environment)
  const run = createRunner({ environment, sleep })
  let listed: readonly OsVoiceEntry[] = []

  async function list(signal: AbortSignal): Promise<readonly OsVoiceEntry[]> {
    listed = await system.list(run, signal)
    return listed
  }

  async function pick(options: SpeakOptions, signal: AbortSignal): Promise<OsVoiceEntry> {
    const { voice, language } = options
    // It may have been installed since the last listing.
    const entry = find(listed, options) ?? find(await list(signal), options)
    if (entry) return entry
    throw new SpeechError(fault('system_voice_unknown', { voice: voice || language }))
  }

  async function* speak(
    text: string,
    options: SpeakOptions,
    signal: AbortSignal,
  ): AsyncGenerator<Sound> {
    const voice = await pick(options, signal)
    const bytes = await system.speak(run, { text, voice, speed: options.speed }, signal)
    yield* soundIn([bytes], { bareRate: BARE_RATE, maxBytes: SPEECH_LIMITS.soundBytes })
  }

  return {
    takesFragments: false,
    open: (options) =>
      speakBySentence((text, signal) => speak(text, options, signal), options.signal),
    voices: (signal) =>
      list(signal).catch((error: unknown) => {
        if (error instanceof SpeechError && error.fault.code === 'system_voice_missing') return []
        throw error
      }),
  }
}

function find(
  voices: readonly OsVoiceEntry[],
  { voice, language }: Pick<SpeakOptions, 'voice' | 'language'>,
): OsVoiceEntry | undefined {
  if (voice !== '') return voices.find(({ id }) => id === voice)
  return (
    voices.find((one) => one.language.toLowerCase() === language.toLowerCase()) ??
    voices.find((one) => primaryTag(one.language) === primaryTag(language))
  )
}
