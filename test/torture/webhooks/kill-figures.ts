import path from 'node:path'
import { createRandom, type Figure, mustBe } from '../part.ts'
import { CRASH_POINT_NAMES } from './crash-points.ts'
import { type Killed, killAndDeliver } from './kills.ts'

interface Options {
  readonly folder: string
  readonly seed: number
  readonly events: number
  /** Kills at each point. */
  readonly kills: number
}

/** Concurrently killed servers, each with its own folder and receiver. */
const LANES = 4

/** E7: whatever dies wherever, each event arrives, and always under one id. */
export async function killFigures({ folder, seed, events, kills }: Options): Promise<Figure[]> {
  const plan = Array.from({ length: kills / LANES }, () => CRASH_POINT_NAMES).flat()
  const lanes = await Promise.all(
    Array.from({ length: LANES }, (_, lane) =>
      killAndDeliver({
        folder: path.join(folder, `lane-${lane}`),
        events: events / LANES,
        plan,
        random: createRandom(seed + lane),
      }),
    ),
  )
  try {
    return [...killed(lanes, kills), ...delivered(lanes, events)]
  } finally {
    for (const { receiver } of lanes) await receiver[Symbol.asyncDispose]()
  }
}

function killed(lanes: readonly Killed[], kills: number): Figure[] {
  const count = (of: (lane: Killed) => number) => lanes.reduce((sum, lane) => sum + of(lane), 0)
  const at = CRASH_POINT_NAMES.map((name) =>
    mustBe(
      `kill -9 ${name}: kills there, and those that left file and receiver as the point says`,
      `${count((lane) => lane.kills.get(name)?.count ?? 0)}, ${count((lane) => lane.kills.get(name)?.agree ?? 0)}`,
      `${kills}, ${kills}`,
    ),
  )
  const missed = count((lane) => lane.missed)
  const total = count((lane) => [...lane.kills.values()].reduce((sum, one) => sum + one.count, 0))
  return [
    mustBe(
      `kills in all (${missed} lives missed their point and were repeated)`,
      total,
      kills * CRASH_POINT_NAMES.length,
    ),
    ...at,
  ]
}

function delivered(lanes: readonly Killed[], events: number): Figure[] {
  const each = lanes.flatMap(({ names, receiver, outbox }) => {
    const rows = Map.groupBy(outbox, ({ conversation }) => conversation)
    return names.map((name) => ({ arrived: receiver.events.get(name), rows: rows.get(name) ?? [] }))
  })
  const count = (of: (event: (typeof each)[number]) => boolean) => each.filter(of).length
  const repeated = each.reduce((sum, { arrived }) => sum + (arrived?.arrivals ?? 1) - 1, 0)
  const forged = lanes.reduce((sum, { receiver }) => sum + receiver.forged(), 0)
  return [
    mustBe('events', each.length, events),
    mustBe(
      'events delivered, by the receiver and by the outbox',
      `${count(({ arrived }) => (arrived?.accepted ?? 0) > 0)}, ${count(({ rows }) => rows.some(({ status }) => status === 'delivered'))}`,
      `${events}, ${events}`,
    ),
    mustBe(
      'events lost',
      count(({ arrived }) => !arrived),
      0,
    ),
    mustBe(
      `duplicates with a new id (${repeated} requests came again, under their own)`,
      count(({ arrived }) => (arrived?.ids.size ?? 1) > 1),
      0,
    ),
    mustBe(
      'events that are twice in the outbox',
      count(({ rows }) => rows.length > 1),
      0,
    ),
    mustBe('requests whose signature or time `standardwebhooks` refused', forged, 0),
  ]
}
