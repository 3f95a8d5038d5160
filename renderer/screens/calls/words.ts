import type { Peaks } from './peaks.ts'
import type { Line } from './record-model.ts'

/** A word of a turn with its trailing space, and its position in the recording, seconds. */
export interface PlacedWord {
  readonly text: string
  readonly at: number
}

/** Known data of a recording. */
interface Recording {
  /** Seconds. */
  readonly length: number
  /** Undefined until loaded. */
  readonly peaks: Peaks | undefined
}

/** Sound below this fraction of a turn's peak counts as background noise. */
const BEHIND = 0.15

const channelOf = ({ speaker }: Line): 0 | 1 => (speaker === 'customer' ? 0 : 1)

/**
 * Estimates the positions of a turn's words by distributing their characters over its sound, because services report
 * only when a turn starts. The turn ends with the last sound on its channel before the speaker's next turn.
 */
export function placedWords(
  lines: readonly Line[],
  line: Line,
  recording: Recording,
): readonly PlacedWord[] {
  const { content, recordedAt: start } = line
  const words = content.match(/\S+\s*/g) ?? []
  if (start === undefined || words.length === 0) return []
  const length = endOf(lines, line, start, recording) - start
  let before = 0
  return words.map((text) => {
    const at = start + (before / content.length) * length
    before += text.length
    return { text, at }
  })
}

function endOf(
  lines: readonly Line[],
  line: Line,
  start: number,
  { length, peaks }: Recording,
): number {
  const isLater = ({ recordedAt, speaker }: Line) =>
    recordedAt !== undefined && recordedAt > start && speaker !== 'note'
  const isOfSide = (one: Line) => channelOf(one) === channelOf(line)
  const next = lines.find((one) => isLater(one) && isOfSide(one))?.recordedAt ?? length
  const levels = peaks?.[channelOf(line)]
  // Without peaks, a turn is assumed to end when the next one starts.
  if (!levels || length === 0) return lines.find(isLater)?.recordedAt ?? Math.max(length, start)
  const [first, past] = [start, next].map((at) => Math.floor((at / length) * levels.length))
  const heard = levels.slice(first, past)
  const loudest = Math.max(0, ...heard)
  const last = heard.findLastIndex((level) => level > loudest * BEHIND)
  if (loudest === 0 || last < 0) return next
  return Math.min(next, ((first! + last + 1) / levels.length) * length)
}
