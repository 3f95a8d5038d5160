import type { Actor } from '#contracts/activities.ts'
import { DOWN_RATE, UP_RATE } from '#contracts/voice-frames.ts'
import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import { createResampler } from '../../../media/resample.ts'
import type { HearOptions, Transcriber } from '../../../providers/speech/hear.ts'
import type { Spoken } from '../../../providers/voice/provider.ts'
import { atMost } from '../session/at-most.ts'
import type { Recorder } from '../session/recorder.ts'
import { createSpeechInput, type MicrophoneFrame } from '../session/speech-input.ts'

/** Timeout for recognising the last words after the microphone is off, ms. */
const LAST_WORDS_TIMEOUT_MS = 2000

interface Options extends Pick<Context, 'sleep' | 'log'> {
  readonly operator: Actor
  /** Undefined without speech recognition: the operator's words are only in the recording. */
  readonly transcriber: Transcriber | undefined
  readonly listening: Pick<HearOptions, 'languages' | 'hints'>
  readonly recorder: Recorder | undefined
  /** Sends 20 ms at 24 kHz to the visitor. */
  readonly send: (samples: Int16Array) => void
  readonly notify: (message: VoiceServerMessage) => void
  /** Called with the words and their position in the recording, ms. */
  readonly onSpoken: (spoken: Spoken, place: number | undefined) => void
}

/** An operator speaking in place of the assistant: their audio is played, transcribed and recorded. */
export function createPerson(options: Options) {
  const { operator, transcriber, recorder, notify, sleep, log } = options
  const ended = new AbortController()
  const { signal } = ended
  const down = createResampler(UP_RATE, DOWN_RATE)
  const hearing = transcriber?.open({ rate: UP_RATE, ...options.listening, signal })
  let spokenFrom: number | undefined
  /** Speech that is not recognised yet. */
  let awaited = 0
  let isSpeaking = false
  let isDone = Promise.withResolvers<void>()

  const input =
    hearing &&
    transcriber &&
    createSpeechInput({
      transcriber,
      hearing,
      isPlaying: () => false,
      listensNow: () => true,
      onVoice(isOn) {
        isSpeaking = isOn
        if (isOn) spokenFrom ??= recorder?.place()
        else finish()
      },
    })

  function finish(): void {
    isSpeaking = false
    awaited += 1
    hearing?.finish()
  }

  function settle(): void {
    awaited = Math.max(0, awaited - 1)
    if (awaited > 0) return
    isDone.resolve()
    isDone = Promise.withResolvers()
  }

  async function listen({ events }: NonNullable<typeof hearing>): Promise<void> {
    for await (const event of events) {
      if (event.kind === 'final' || event.kind === 'partial')
        take(event.text.trim(), event.kind === 'final')
      else if (event.kind === 'failed')
        log.warn({ fault: event.fault }, 'what an operator said could not be recognised')
      if (event.kind === 'final' || event.kind === 'failed') settle()
    }
  }

  function take(text: string, isFinal: boolean): void {
    if (text === '') return
    notify({ type: 'said', speaker: 'person', text, final: isFinal })
    if (!isFinal) return
    options.onSpoken(
      { speaker: 'operator', name: operator.name, operatorId: operator.id, content: text },
      spokenFrom,
    )
    spokenFrom = undefined
  }

  if (hearing)
    listen(hearing).catch((error: unknown) => {
      log.warn({ err: error }, 'an operator on a call can no longer be understood')
    })

  return {
    operator,
    /** A frame of the operator's microphone arrived. */
    hear(frame: MicrophoneFrame): void {
      if (signal.aborted) return
      recorder?.speak(frame.samples)
      options.send(down.push(frame.samples))
      input?.push(frame)
    },
    /** Turns the microphone off. Resolves once everything said so far is stored, or after a timeout. */
    async end(): Promise<void> {
      if (isSpeaking) finish()
      if (awaited > 0) await atMost({ sleep }, LAST_WORDS_TIMEOUT_MS, isDone.promise)
      ended.abort()
    },
    /** The call ended. */
    stop: (): void => ended.abort(),
  }
}

export type Person = ReturnType<typeof createPerson>
