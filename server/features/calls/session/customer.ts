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
  /** Undefined without speech recognition. */
  readonly transcriber: Transcriber | undefined
  readonly listening: Pick<HearOptions, 'languages' | 'hints' | 'signal'>
  readonly recorder?: Recorder | undefined
  /** Voice detection threshold, 0 to 1. */
  readonly threshold?: number | undefined
  readonly phase: () => Phase['kind']
  /** True if speech over the assistant counts. */
  readonly canInterrupt: () => boolean
  readonly happen: (event: Happening) => void
  readonly tell: (message: VoiceServerMessage) => void
  /** Called with the words and their position in the recording, ms. */
  readonly onSpoken: (spoken: Spoken, place: number | undefined) => void
  /** Called when speech recognition is lost. */
  readonly onDeaf: () => void
  readonly log: Pick<Logger, 'warn'>
}

/** Listens to the customer and reports each part of their words once. */
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
    /** A microphone frame arrived. */
    hear(frame: MicrophoneFrame): void {
      recorder?.hear(frame)
      ear?.push(frame)
    },
    mute(on: boolean): void {
      recorder?.mute(on)
      ear?.mute(on)
    },
    /** Requests the final transcript because they seem to have finished. */
    finish: hearing?.finish,
    /** Reports the new part of what was said in this turn. */
    passOn: passing.passOn,
    /** Handles an event while they speak with an operator: words are reported as they are and start no turn. */
    overhear(event: Happening): void {
      if (event.kind === 'voice' && !event.isOn) hearing?.finish()
      if (event.kind !== 'text' || !event.isFinal) return
      passing.answered('')
      passing.passOn(event.text)
    },
    isSpeaking: () => isSpeaking,
    /** Starts another turn; these words were already reported. */
    begin: (before = ''): void => passing.answered(before),
    /** Nobody is speaking: what was heard so far was not speech. */
    forget: passing.giveUp,
  }
}
