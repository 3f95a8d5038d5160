import { UP_RATE } from '#contracts/voice-frames.ts'
import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Logger } from '../../../log.ts'
import type { Hearing, HearOptions, Transcriber } from '../../../providers/speech/hear.ts'
import type { Spoken } from '../../../providers/voice/provider.ts'
import { createEar, type MicrophoneFrame } from './ear.ts'
import { listenTo } from './listen.ts'
import { createPassing } from './passing.ts'
import type { Recorder } from './recorder.ts'
import type { Happening } from './turn-events.ts'
import { isTurnOpen, type Phase } from './turn-state.ts'

interface Options {
  /** Undefined where nothing recognises speech. */
  readonly transcriber: Transcriber | undefined
  readonly listening: Pick<HearOptions, 'languages' | 'hints' | 'signal'>
  readonly recorder?: Recorder | undefined
  /** Loudness from which on a sound is a voice, from 0 to 1. */
  readonly threshold?: number | undefined
  readonly phase: () => Phase['kind']
  /** True where speech over the assistant counts. */
  readonly canInterrupt: () => boolean
  readonly happen: (event: Happening) => void
  readonly tell: (message: VoiceServerMessage) => void
  /** Called with what was said, and its place in the recording, ms. */
  readonly onSpoken: (spoken: Spoken, place: number | undefined) => void
  /** Called when nothing hears the customer any more. */
  readonly onDeaf: () => void
  readonly log: Pick<Logger, 'warn'>
}

/** Hears the customer, and passes on what was said once. */
export function createCustomer(options: Options) {
  const { transcriber, recorder, phase, happen, tell, log } = options
  let isSpeaking = false
  const passing = createPassing(options)
  const hearing = transcriber?.open({ rate: UP_RATE, ...options.listening })
  const ear =
    hearing &&
    transcriber &&
    createEar({
      ...options,
      transcriber,
      hearing,
      isPlaying: () => phase() === 'speaking',
      listensNow: () => options.canInterrupt() || phase() !== 'speaking',
      onVoice(isOn) {
        isSpeaking = isOn
        if (isOn) passing.begin()
        if (isOn && isTurnOpen(phase())) hearing.reopen()
        happen({ kind: 'voice', isOn })
      },
    })
  async function listen(target: Hearing): Promise<void> {
    try {
      await listenTo(target, { happen, tell, log })
    } catch (error) {
      log.warn({ err: error }, 'a caller can no longer be heard')
    }
    if (!options.listening.signal.aborted) options.onDeaf()
  }

  if (hearing) void listen(hearing)

  return {
    /** A frame of the microphone has come. */
    hear(frame: MicrophoneFrame): void {
      recorder?.hear(frame)
      ear?.push(frame)
    },
    mute(on: boolean): void {
      recorder?.mute(on)
      ear?.mute(on)
    },
    /** They seem to have ended: the final text is asked for. */
    finish: hearing?.finish,
    /** Passes on what was said in this turn, as far as it is new. */
    passOn: passing.passOn,
    /** Something happens while they speak with a person: it is passed on as it is, and no turn comes of it. */
    overhear(event: Happening): void {
      if (event.kind === 'voice' && !event.isOn) hearing?.finish()
      if (event.kind !== 'text' || !event.isFinal) return
      passing.answered('')
      passing.passOn(event.text)
    },
    isSpeaking: () => isSpeaking,
    /** Another turn begins; this was passed on before. */
    begin: (before = ''): void => passing.answered(before),
    /** Nobody speaks: what was heard until now was none. */
    forget: passing.giveUp,
  }
}
