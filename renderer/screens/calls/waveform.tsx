import { useEffect, useMemo } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { type Peaks, readPeaks } from './peaks.ts'
import type { PlayerModel } from './player-model.ts'

interface WaveformProps {
  readonly desk: Pick<Desk, 'fetch'>
  readonly model: PlayerModel
  /** Path of the recording. */
  readonly path: string
}

/** Bars of a waveform, and the height of one channel in the units of its drawing. */
const BARS = 240
const HEIGHT = 40
/** Moments that are one bar: where words are looked for, bars are too wide. */
const FINE = 10

/**
 * The recording to look at, the caller above and the assistant below, drawn once. Pressing it plays from there; whoever
 * uses keys has the slider.
 */
export function Waveform({ desk, model, path }: WaveformProps) {
  useEffect(() => {
    const left = new AbortController()
    load(desk, path, left.signal).then(
      (read) => {
        model.peaks.value = read
      },
      () => undefined,
    )
    return () => left.abort()
  }, [path])
  const peaks = model.peaks.value
  const lines = useMemo(() => peaks && linesOf(barsOf(peaks)), [peaks])
  if (!lines) return null
  const share = model.length.value === 0 ? 0 : model.at.value / model.length.value
  return (
    <div
      class="waveform"
      onPointerDown={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect()
        model.seek(((clientX - left) / width) * model.length.value)
      }}
    >
      <svg
        viewBox={`0 0 ${BARS} ${HEIGHT * lines.length}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {lines.map((line, channel) => (
          <path key={channel} class={`channel-${channel}`} d={line} />
        ))}
      </svg>
      <span class="waveform-now" style={{ insetInlineStart: `${Math.min(1, share) * 100}%` }} />
    </div>
  )
}

async function load({ fetch }: WaveformProps['desk'], path: string, signal: AbortSignal) {
  const { body, ok } = await fetch(path, { signal })
  return ok && body ? await readPeaks(body, BARS * FINE) : undefined
}

/** Quieter than this, a recording is drawn as quiet as it is. */
const QUIET = 0.1

function barsOf(peaks: Peaks): Peaks {
  return peaks.map((levels) =>
    Array.from({ length: BARS }, (_, bar) =>
      Math.max(...levels.slice(bar * FINE, (bar + 1) * FINE)),
    ),
  )
}

/** Each channel as a path: bars from its middle both ways, the loudest as high as there is room. */
function linesOf(peaks: Peaks): string[] {
  const loudest = Math.max(QUIET, ...peaks.flat())
  return peaks.map((levels, channel) => lineOf(levels, HEIGHT * (channel + 0.5), loudest))
}

function lineOf(levels: readonly number[], middle: number, loudest: number): string {
  return levels
    .map((level, bar) => {
      const half = Math.max(0.5, (level / loudest) * (HEIGHT / 2 - 2))
      return `M${bar + 0.5} ${(middle - half).toFixed(1)}v${(2 * half).toFixed(1)}`
    })
    .join('')
}
