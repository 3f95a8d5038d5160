import { UP_RATE } from '#contracts/voice-frames.ts'
import type { Ambience } from '../../../media/mix.ts'
import { FRAME_MS, type Sound, samplesOf } from '../../../media/rates.ts'
import { createResampler, type Resampler } from '../../../media/resample.ts'
import { joined } from '../../../media/tone.ts'
import { createWavWriter, type WavFormat } from '../../../media/wav.ts'
import type { GrowingRecording } from '../../../providers/voice/recordings.ts'
import type { MicrophoneFrame } from './speech-input.ts'
import { createTrack } from './track.ts'

/** Records a call as it was heard: the caller on the left, the assistant or an operator on the right. Positions are ms from the start. */
export interface Recorder {
  /** A microphone frame arrived. Its number is the clock of both channels. */
  hear(frame: MicrophoneFrame): void
  mute(on: boolean): void
  /** Audio of an utterance that will be played. */
  add(utterance: number, sound: Sound): void
  /** Playback progress of an utterance, ms: only what was played is recorded. */
  heard(utterance: number, ms: number, isEnd?: boolean): void
  /** 20 ms of an operator speaking in place of the assistant. */
  speak(samples: Int16Array): void
  /** Start of an utterance in the recording, ms; undefined before it was heard. */
  beginningOf(utterance: number): number | undefined
  /** The current position. */
  place(): number
  /** Resolves once the recording is stored. */
  end(): Promise<void>
}

interface Options {
  /** Monotonic time, ms. */
  readonly now: () => number
  readonly begin: (header: Uint8Array) => GrowingRecording
  /** Ambient sound behind the assistant, at `RECORDED`'s rate. */
  readonly ambience?: Ambience | undefined
}

/** Format of a recording. */
export const RECORDED = {
  encoding: 'pcm16',
  rate: UP_RATE,
  channels: 2,
} as const satisfies WavFormat

/** Tolerated lag of the microphone's clock, ms; it may be ahead by less. */
const BEHIND_MS = 5000
const AHEAD_MS = 1000

/** Delay before audio is written, ms, because playback reports arrive late. */
const WRITTEN_AFTER_MS = 2000

/** Gap between two reports of an utterance that counts as a pause in playback, ms. */
const GAP_MS = 80

export function createRecorder({ now, begin, ambience }: Options): Recorder {
  const startedAt = now()
  const writer = createWavWriter(RECORDED)
  const file = begin(writer.header)
  const caller = createTrack()
  const assistant = createTrack()
  const silence = new Int16Array(samplesOf(FRAME_MS, UP_RATE))
  let utterance = createSpeech(0)
  let isMuted = false
  /** Position of microphone frame 0, and the end of the newest frame. */
  let shift: number | undefined
  let newest = 0

  function place(): number {
    return Math.max(newest, now() - startedAt - BEHIND_MS)
  }

  /** Writes everything that is final. */
  function write(until: number): void {
    for (const size = silence.length; caller.written + size <= until; ) {
      const behind = assistant.read(size)
      file.append(writer.push([caller.read(size), ambience ? ambience.under(behind) : behind]))
    }
  }

  return {
    hear({ sequence, samples }) {
      const elapsed = now() - startedAt
      shift ??= elapsed - sequence * FRAME_MS
      // A client that counts faster than real time must not make the recording longer.
      shift = Math.min(shift, elapsed + AHEAD_MS - sequence * FRAME_MS)
      const at = samplesOf(Math.max(0, sequence * FRAME_MS + shift), UP_RATE)
      if (at < caller.length) return
      caller.write(at, isMuted ? silence : samples)
      newest = (caller.length / UP_RATE) * 1000
      write(samplesOf(place() - WRITTEN_AFTER_MS, UP_RATE))
    },
    mute(on) {
      isMuted = on
    },
    add(number, sound) {
      if (utterance.number !== number) utterance = createSpeech(number)
      utterance.add(sound)
    },
    heard(number, ms, isEnd = false) {
      if (utterance.number !== number) return
      const pcm = utterance.takeUntil(ms)
      if (pcm.length === 0) return
      const start = samplesOf(place(), UP_RATE) - pcm.length
      const isLate = !isEnd && start > assistant.length + samplesOf(GAP_MS, UP_RATE)
      const isGap = utterance.beginsAt === undefined || isLate
      const at = isGap ? Math.max(start, assistant.length) : assistant.length
      utterance.beginsAt ??= (at / UP_RATE) * 1000
      assistant.write(at, pcm)
    },
    speak(samples) {
      const start = samplesOf(place(), UP_RATE) - samples.length
      const isGap = start > assistant.length + samplesOf(GAP_MS, UP_RATE)
      assistant.write(isGap ? start : assistant.length, samples)
    },
    beginningOf: (number) => (utterance.number === number ? utterance.beginsAt : undefined),
    place,
    async end() {
      write(Math.max(caller.length, assistant.length) + silence.length - 1)
      const { rest, header } = writer.end()
      file.append(rest)
      await file.end(header)
    },
  }
}

/** Audio of an utterance, converted as far as it was played. */
function createSpeech(number: number) {
  const queue: Sound[] = []
  let resampler: { readonly from: number; readonly to: Resampler } | undefined
  let offset = 0
  let rest: Int16Array = new Int16Array(0)
  let taken = 0

  function convertSome(): void {
    const { pcm, rate } = queue[0]!
    if (resampler?.from !== rate) resampler = { from: rate, to: createResampler(rate, UP_RATE) }
    const part = pcm.subarray(offset, offset + samplesOf(FRAME_MS, rate))
    rest = joined([rest, resampler.to.push(part)])
    offset += part.length
    if (offset < pcm.length) return
    queue.shift()
    offset = 0
  }

  return {
    number,
    /** Position in the recording, ms. */
    beginsAt: undefined as number | undefined,
    add(sound: Sound): void {
      if (sound.pcm.length > 0) queue.push(sound)
    },
    /** The part of the first `ms` of audio that was not taken yet. */
    takeUntil(ms: number): Int16Array {
      const wanted = samplesOf(ms, UP_RATE) - taken
      if (wanted <= 0) return new Int16Array(0)
      while (rest.length < wanted && queue.length > 0) convertSome()
      const part = rest.slice(0, wanted)
      rest = rest.subarray(part.length)
      taken += part.length
      return part
    },
  }
}
