import { ReportMeasure } from '#contracts/report-measures.ts'
import type { ReportNumbers } from '#contracts/reports.ts'
import type { ReportedRow } from './queries.ts'

const MEASURES = ReportMeasure.options

/** Conversations that are counted together. Times are ms, in the order in which they were added. */
export interface Bucket {
  readonly counts: number[]
  readonly firstReplies: number[]
  readonly personReplies: number[]
  readonly resolutions: number[]
  stars: number
}

export const emptyBucket = (): Bucket => ({
  counts: MEASURES.map(() => 0),
  firstReplies: [],
  personReplies: [],
  resolutions: [],
  stars: 0,
})

/** Counts a conversation. */
export function addTo(bucket: Bucket, row: ReportedRow): void {
  const [, , measures, firstReply, personReply, resolution, rating] = row
  // The lowest bit that is left, until none is.
  for (let left = measures; left !== 0; left &= left - 1)
    bucket.counts[31 - Math.clz32(left & -left)]! += 1
  if (firstReply !== null) bucket.firstReplies.push(firstReply)
  if (personReply !== null) bucket.personReplies.push(personReply)
  if (resolution !== null) bucket.resolutions.push(resolution)
  bucket.stars += rating ?? 0
}

/** The conversations of several buckets that share none. */
export const mergedBucket = (buckets: readonly Bucket[]): Bucket => ({
  counts: MEASURES.map((_, index) => buckets.reduce((sum, { counts }) => sum + counts[index]!, 0)),
  firstReplies: buckets.flatMap(({ firstReplies }) => firstReplies),
  personReplies: buckets.flatMap(({ personReplies }) => personReplies),
  resolutions: buckets.flatMap(({ resolutions }) => resolutions),
  stars: buckets.reduce((sum, { stars }) => sum + stars, 0),
})

/** The figures of a bucket. */
export function numbersOf(bucket: Bucket): ReportNumbers {
  const firstReply = quantiles(bucket.firstReplies)
  const personReply = quantiles(bucket.personReplies)
  const rated = bucket.counts[MEASURES.indexOf('rated')]!
  return {
    counts: Object.fromEntries(
      MEASURES.map((measure, index) => [measure, bucket.counts[index]!]),
    ) as ReportNumbers['counts'],
    first_reply_p50_ms: firstReply(0.5),
    first_reply_p90_ms: firstReply(0.9),
    person_reply_p50_ms: personReply(0.5),
    person_reply_p90_ms: personReply(0.9),
    resolution_p50_ms: quantiles(bucket.resolutions)(0.5),
    rating_average: rated === 0 ? null : Math.round((bucket.stars / rated) * 100) / 100,
  }
}

/** Quantiles of values by nearest rank: the smallest value that at least this share of the values do not exceed; null without any. */
export function quantiles(values: readonly number[]): (share: number) => number | null {
  const sorted = new Float64Array(values).sort()
  return (share) =>
    sorted.length === 0 ? null : sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!
}
