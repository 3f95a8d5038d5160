import { DOWN_RATE, UP_RATE } from '#contracts/voice-frames.ts'
import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import { createPlayout } from '../../../media/playout.ts'
import { FRAME_MS } from '../../../media/rates.ts'
import { createResampler } from '../../../media/resample.ts'
import type { createStream } from '../../../providers/voice/form-api/stream.ts'
import type { MicrophoneFrame } from '../session/speech-input.ts'

/** Rate of telephones, Hz. */
const RATE = 8000

/** Between two reports of what was played, ms. */
const REPORT_MS = 100

/** Frames that a telephone may still have: its lead is 1.5 s, and the way there takes a while. */
const MAX_UNHEARD = 150

/** A person who speaks may be heard so much later than they speak, beside the way there, ms. */
const MAX_LAG_MS = 200

/** A session, as a line uses it. */
interface Listener {
  hear(frame: MicrophoneFrame): void
  played(utterance: number, ms: number): void
  cleared(utterance: number, ms: number): void
}

interface Options {
  /** Time that only goes forward, ms. */
  readonly now: () => number
  readonly stream: Pick<ReturnType<typeof createStream>, 'play' | 'clear'>
  /** Undefined until the session has begun. */
  readonly listener: () => Listener | undefined
  /** Reports whether something else is being played, before which the sound behind the words stands back. */
  readonly isBusy?: () => boolean
}

/** An utterance of the session, or the rest of one that goes on after a pause. */
interface Part {
  readonly utterance: number
  /** Length of the utterance that was heard before this part, ms. */
  readonly beforeMs: number
  /** The latest of its frames at 24 kHz, and how many came before them. */
  readonly frames: Int16Array[]
  forgotten: number
  /** The last report of what was played, ms. */
  reportedMs: number
}

/**
 * Makes of a telephone what a browser is for a session: it plays, counts what was heard by the clock and by marks, pauses
 * and goes on. A telephone cannot pause: its sound is dropped, and what was not heard is sent again.
 */
export function createLine({ now, stream, listener, isBusy = () => false }: Options) {
  const up = createResampler(RATE, UP_RATE)
  const down = createResampler(DOWN_RATE, RATE)
  const playout = createPlayout({
    rate: RATE,
    now,
    send: stream.play,
    // The end of an utterance may still be on its way when the next one begins.
    drop: () => {},
  })
  let sequence = 0
  /** Time at which the telephone has played all that a person has said. */
  let liveUntil = 0
  let part: Part | undefined
  /** Sound that was not heard when the utterance was paused, or came later, and the length of what was. */
  let kept: { readonly afterMs: number; readonly frames: Int16Array[] } | undefined

  function begin(utterance: number, beforeMs: number): void {
    playout.begin()
    part = { utterance, beforeMs, frames: [], forgotten: 0, reportedMs: beforeMs }
    kept = undefined
  }

  function play({ frames }: Part, frame: Int16Array): void {
    frames.push(frame)
    playout.push({ pcm: frame, rate: DOWN_RATE })
  }

  const heardOf = ({ beforeMs }: Part): number => beforeMs + playout.played().ms

  function report(current: Part): void {
    current.reportedMs = heardOf(current)
    listener()?.played(current.utterance, current.reportedMs)
  }

  function silence(): void {
    playout.clear()
    stream.clear()
  }

  function pause(current: Part): void {
    if (kept) return
    silence()
    kept = unheard(current, playout.played().ms)
    report(current)
  }

  function resume({ utterance }: Part): void {
    if (!kept) return
    const { afterMs, frames } = kept
    begin(utterance, afterMs)
    for (const frame of frames) play(part!, frame)
  }

  function drop(current: Part): void {
    if (!kept) silence()
    const ms = heardOf(current)
    part = undefined
    kept = undefined
    // A session expects the answer only once it has asked.
    queueMicrotask(() => listener()?.cleared(current.utterance, ms))
  }

  return {
    /** A frame of the caller has come, at 8 kHz. */
    hear(frame: Int16Array): void {
      const target = listener()
      if (!target) return
      target.hear({ sequence, samples: up.push(frame) })
      sequence += 1
    },
    /** The provider returned a mark. */
    mark: playout.mark,
    /** Plays a frame of the assistant, at 24 kHz; one of utterance 0 is heard between them, and not counted. */
    play(frame: Int16Array, utterance: number): void {
      if (utterance === 0 && !isBusy()) stream.play(down.push(frame), 0)
      if (part?.utterance !== utterance) return
      if (kept) kept.frames.push(frame)
      else play(part, frame)
    },
    /**
     * Plays a frame of a person, at 24 kHz, as it comes. What comes in a burst, after their connection stood still, would
     * keep all that follows late: it is dropped.
     */
    speak(frame: Int16Array): void {
      const at = now()
      liveUntil = Math.max(liveUntil, at)
      const samples = down.push(frame)
      if (liveUntil - at > MAX_LAG_MS) return
      liveUntil += FRAME_MS
      stream.play(samples, 0)
    },
    /** Observes a message from the session to its player. */
    take(message: VoiceServerMessage): void {
      if (message.type === 'utterance') begin(message.utterance, 0)
      else if (!part || !('utterance' in message) || message.utterance !== part.utterance) return
      else if (message.type === 'pause') pause(part)
      else if (message.type === 'resume') resume(part)
      else if (message.type === 'clear') drop(part)
    },
    /** Reports whether everything that was to be said until now has been heard. */
    isFree: (): boolean => !part || (!kept && heardOf(part) >= part.beforeMs + lengthOf(part)),
    /** Says what was played until now, as far as that is known: to be called before a session is ended. */
    report(): void {
      if (part && !kept) report(part)
    },
    /** Advances time; call it every 20 ms. */
    tick(): void {
      playout.tick()
      if (!part || kept) return
      forget(part)
      const ms = heardOf(part)
      const isWhole = ms >= part.beforeMs + lengthOf(part) && ms > part.reportedMs
      if (isWhole || ms - part.reportedMs >= REPORT_MS) report(part)
    },
  }
}

function forget(part: Part): void {
  const count = Math.max(0, part.frames.length - MAX_UNHEARD)
  part.frames.splice(0, count)
  part.forgotten += count
}

/** Length of a part, ms. */
const lengthOf = ({ frames, forgotten }: Part): number => (frames.length + forgotten) * FRAME_MS

/** The sound of a part after so many ms of it, from the frame in which they end. */
function unheard({ beforeMs, frames, forgotten }: Part, ms: number) {
  const heard = Math.max(forgotten, Math.floor(ms / FRAME_MS))
  return { afterMs: beforeMs + heard * FRAME_MS, frames: frames.slice(heard - forgotten) }
}
