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

/** Number of bars in a waveform, and the height of a channel in SVG units. */
const BARS = 240
const HEIGHT = 40
/** Peaks per bar: locating words needs a finer resolution than bars. */
const FINE = 10

/**
 * Waveform of a recording, the caller above and the assistant below; rendered once. Pressing it plays from there;
 * keyboard users have the slider.
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

/** Peak level below which a recording is not amplified. */
const QUIET = 0.1

function barsOf(peaks: Peaks): Peaks {
  return peaks.map((levels) =>
    Array.from({ length: BARS }, (_, bar) =>
      Math.max(...levels.slice(bar * FINE, (bar + 1) * FINE)),
    ),
  )
}

/** Each channel as an SVG path: bars around its middle, scaled to the loudest. */
function linesOf(peaks: Peaks): string[] {
  const peak = Math.max(QUIET, ...peaks.flat())
  return peaks.map((levels, channel) => lineOf(levels, HEIGHT * (channel + 0.5), peak))
}

function lineOf(levels: readonly number[], middle: number, peak: number): string {
  return levels
    .map((level, bar) => {
      const half = Math.max(0.5, (level / peak) * (HEIGHT / 2 - 2))
      return `M${bar + 0.5} ${(middle - half).toFixed(1)}v${(2 * half).toFixed(1)}`
    })
    .join('')
}
