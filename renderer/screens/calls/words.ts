import type { Peaks } from './peaks.ts'
import type { Line } from './record-model.ts'

/** A word of a turn with the space after it, and its place in the recording, seconds. */
export interface PlacedWord {
  readonly text: string
  readonly at: number
}

/** A recording, as far as it is known. */
interface Recording {
  /** Seconds. */
  readonly length: number
  /** Undefined until they are read. */
  readonly peaks: Peaks | undefined
}

/** Sound that is quieter than this share of a turn's loudest is behind it, and not of it. */
const BEHIND = 0.15

const channelOf = ({ speaker }: Line): 0 | 1 => (speaker === 'customer' ? 0 : 1)

/**
 * Words of a turn, spread by their letters over its sound: services say no more than when it began. Its end is the last
 * that is heard of its side before that speaks again.
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
  // Without its sound, nobody speaks on once the other side does.
  if (!levels || length === 0) return lines.find(isLater)?.recordedAt ?? Math.max(length, start)
  const [first, past] = [start, next].map((at) => Math.floor((at / length) * levels.length))
  const heard = levels.slice(first, past)
  const loudest = Math.max(0, ...heard)
  const last = heard.findLastIndex((level) => level > loudest * BEHIND)
  if (loudest === 0 || last < 0) return next
  return Math.min(next, ((first! + last + 1) / levels.length) * length)
}
