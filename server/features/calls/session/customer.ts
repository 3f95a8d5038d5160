import { UP_RATE } from '#contracts/voice-frames.ts'
import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Logger } from '../../../log.ts'
import { HANGOVER_MS } from '../../../media/vad.ts'
import type { Hearing, HearOptions, Transcriber } from '../../../providers/speech/hear.ts'
import type { Spoken } from '../../../providers/voice/provider.ts'
import { listenTo } from './listen.ts'
import { createPassing } from './passing.ts'
import type { Recorder } from './recorder.ts'
import { createSpeechInput, type MicrophoneFrame } from './speech-input.ts'
import type { UntimedEvent } from './turn-events.ts'
import { isTurnOpen, type Phase } from './turn-state.ts'

/** Recognises the customer's words. */
export interface Listener {
  /** Undefined without speech recognition: the assistant speaks but cannot hear. */
  readonly transcriber: Transcriber | undefined
  readonly listening: Pick<HearOptions, 'languages' | 'hints'>
  /** Voice detection threshold, 0 to 1. */
  readonly threshold?: number | undefined
}

interface Options extends Listener {
  /** Aborted at the end of the call. */
  readonly ended: AbortSignal
  readonly recorder?: Recorder | undefined
  readonly phase: () => Phase['kind']
  /** True if speech over the assistant counts. */
  readonly canInterrupt: () => boolean
  readonly handle: (event: UntimedEvent) => void
  readonly notify: (message: VoiceServerMessage) => void
  /** Called with the words and their position in the recording, ms. */
  readonly onSpoken: (spoken: Spoken, place: number | undefined) => void
  /** Called when speech recognition is lost. */
  readonly onTranscriptionLost: () => void
  readonly log: Pick<Logger, 'warn'>
}

/** Listens to the customer and reports each part of their words once. */
export function createCustomer(options: Options) {
  const { recorder, phase, handle, notify, log } = options
  let isSpeaking = false
  let isMuted = false
  let nextFrame = 0
  const passing = createPassing(options)
  let current = open(options)

  function open({ transcriber, listening, threshold }: Listener) {
    if (!transcriber) return undefined
    const stop = new AbortController()
    const signal = AbortSignal.any([options.ended, stop.signal])
    const hearing = transcriber.open({ rate: UP_RATE, ...listening, signal })
    const input = createSpeechInput({
      ...options,
      threshold,
      first: nextFrame,
      transcriber,
      hearing,
      isPlaying: () => phase() === 'speaking',
      listensNow: () => options.canInterrupt() || phase() !== 'speaking',
      onVoice(isOn) {
        isSpeaking = isOn
        if (isOn) passing.begin()
        if (isOn && isTurnOpen(phase())) hearing.reopen()
        handle({ kind: 'voice', isOn, ...(!isOn && { silentMs: HANGOVER_MS }) })
      },
    })
    input.mute(isMuted)
    void listen(hearing, signal)
    return { hearing, input, stop: () => stop.abort() }
  }

  async function listen(hearing: Hearing, signal: AbortSignal): Promise<void> {
    const whileOpen = (event: UntimedEvent): void => {
      if (!signal.aborted) handle(event)
    }
    try {
      await listenTo(hearing, { handle: whileOpen, notify, log })
    } catch (error) {
      log.warn({ err: error }, 'a caller can no longer be heard')
    }
    if (!signal.aborted) options.onTranscriptionLost()
  }

  return {
    /** A microphone frame arrived. */
    hear(frame: MicrophoneFrame): void {
      recorder?.hear(frame)
      nextFrame = Math.max(nextFrame, frame.sequence + 1)
      current?.input.push(frame)
    },
    mute(on: boolean): void {
      isMuted = on
      recorder?.mute(on)
      current?.input.mute(on)
    },
    /** Requests the final transcript because they seem to have finished. */
    finish: (): void => current?.hearing.finish(),
    /** Recognises their words in another way from now on. */
    listenWith(listener: Listener): void {
      current?.stop()
      isSpeaking = false
      current = open(listener)
    },
    /** Reports the new part of what was said in this turn. */
    passOn: passing.passOn,
    /** Handles an event while they speak with an operator: words are reported as they are and start no turn. */
    overhear(event: UntimedEvent): void {
      if (event.kind === 'voice' && !event.isOn) current?.hearing.finish()
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
