import { computed, signal } from '@preact/signals'
import type { Peaks } from './peaks.ts'
import type { Line } from './record-model.ts'
import { placedWords } from './words.ts'

/** The part of an audio element that the model uses. */
export type Audio = Pick<
  HTMLAudioElement,
  'play' | 'pause' | 'currentTime' | 'duration' | 'paused' | 'playbackRate'
>

export const SPEEDS = [0.5, 1, 1.25, 1.5, 2] as const

/** Step of the arrow keys, seconds. */
const STEP = 5

export type PlayerModel = ReturnType<typeof createPlayerModel>

/** Playback of a recording in sync with the transcript. */
export function createPlayerModel(lines: () => readonly Line[]) {
  const at = signal(0)
  const length = signal(0)
  const isPlaying = signal(false)
  const hasFailed = signal(false)
  const peaks = signal<Peaks>()
  const speed = signal(1)
  let audio: Audio | undefined

  /** Index of the line being played. */
  const current = computed(() =>
    lines().findLastIndex(
      ({ recordedAt }) => recordedAt !== undefined && recordedAt <= at.value + 0.05,
    ),
  )

  function seek(seconds: number): void {
    if (!audio) return
    audio.currentTime = Math.max(0, Math.min(seconds, length.value || seconds))
    at.value = audio.currentTime
  }

  function toggle(): void {
    if (!audio) return
    if (audio.paused) void audio.play().catch(() => undefined)
    else audio.pause()
  }

  /** Plays from a position, seconds. */
  function playAt(seconds: number): void {
    if (!audio) return
    seek(seconds)
    void audio.play().catch(() => undefined)
  }

  /** Plays from the start of a line. */
  function playFrom(line: Line | undefined): void {
    if (line?.recordedAt !== undefined) playAt(line.recordedAt)
  }

  function step(by: 1 | -1): void {
    const all = lines()
    const next = current.value + by
    playFrom(all[Math.max(0, Math.min(next, all.length - 1))])
  }

  return {
    at,
    length,
    isPlaying,
    hasFailed,
    speed,
    current,
    /** Peak levels of the recording, once loaded. */
    peaks,
    seek,
    toggle,
    playFrom,
    playAt,
    /** Words of a line with their positions. */
    wordsOf: (line: Line) =>
      placedWords(lines(), line, { length: length.value, peaks: peaks.value }),
    back: () => seek(at.value - STEP),
    forward: () => seek(at.value + STEP),
    next: () => step(1),
    previous: () => step(-1),
    setSpeed(value: number): void {
      speed.value = value
      if (audio) audio.playbackRate = value
    },
    /** Attaches or detaches the audio element. */
    attach(element: Audio | null): void {
      audio = element ?? undefined
    },
    /** Updates the state from an event of the element. */
    handleEvent(): void {
      if (!audio) return
      at.value = audio.currentTime
      isPlaying.value = !audio.paused
      if (Number.isFinite(audio.duration)) length.value = audio.duration
    },
    fail(): void {
      hasFailed.value = true
      isPlaying.value = false
    },
  }
}
