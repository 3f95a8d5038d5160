import { UP_RATE } from '#contracts/voice-frames.ts'
import { dtmfSound } from '../../../media/dtmf.ts'
import { FRAME_MS, type Rate, samplesOf } from '../../../media/rates.ts'
import type { Recorder } from '../session/recorder.ts'

interface Options {
  /** Time that only goes forward, ms. */
  readonly now: () => number
  /** Sends a frame of 20 ms at 8 kHz. */
  readonly send: (frame: Int16Array) => void
  readonly recorder: Pick<Recorder, 'speak'> | undefined
}

interface Waiting {
  readonly digits: string
  readonly signal: AbortSignal
  readonly settle: (isSent: boolean) => void
}

/**
 * Sends DTMF tones in the audio. All tones are sent at once, so that a late tick cannot split one; ambient
 * sound pauses until they have been played.
 */
export function createTones({ now, send, recorder }: Options) {
  let waiting: Waiting[] = []
  let until = Number.NEGATIVE_INFINITY
  /** Settles the tones being played. */
  let playing: Waiting | undefined

  function begin(next: Waiting): void {
    const frames = framesOf(next.digits, 8000)
    for (const frame of frames) send(frame)
    for (const frame of framesOf(next.digits, UP_RATE)) recorder?.speak(frame)
    until = now() + frames.length * FRAME_MS
    playing = next
  }

  return {
    /** Resolves once the tones were played; to false if aborted before they were sent. */
    press: (digits: string, signal: AbortSignal): Promise<boolean> =>
      new Promise((settle) => {
        waiting.push({ digits, signal, settle })
      }),
    /** Reports whether tones are being played. */
    isPlaying: (): boolean => now() < until,
    /** Advances time; `isFree` if nothing is being said. */
    tick(isFree: boolean): void {
      if (playing && now() >= until) {
        playing.settle(true)
        playing = undefined
      }
      for (const { settle } of waiting.filter(({ signal }) => signal.aborted)) settle(false)
      waiting = waiting.filter(({ signal }) => !signal.aborted)
      if (!isFree || playing) return
      const next = waiting.shift()
      if (next) begin(next)
    },
    /** The call is over. */
    stop(): void {
      for (const { settle } of [...waiting, ...(playing ? [playing] : [])]) settle(false)
      waiting = []
    },
  }
}

function framesOf(digits: string, rate: Rate): readonly Int16Array[] {
  const pcm = dtmfSound(digits, rate)
  const size = samplesOf(FRAME_MS, rate)
  return Array.from({ length: Math.ceil(pcm.length / size) }, (_, at) => {
    const frame = new Int16Array(size)
    frame.set(pcm.subarray(at * size, (at + 1) * size))
    return frame
  })
}
