import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom, type Figure, mustBe } from '../part.ts'
import { inspectCopy, openBooks, sendAgain, typeAll } from './books.ts'
import { begin } from './life.ts'
import { medianOf } from './numbers.ts'

/** Minimum time under load before a kill, ms; the maximum is three times as long. Shorter ones acknowledge little. */
const SHORTEST_LIFE_MS = 2500

const SENDERS = 8

/** I1: the server is killed at random moments while eight visitors write continuously. */
export async function killFigures(seed: number, folder: string, kills: number): Promise<Figure[]> {
  const random = createRandom(seed)
  const dataDir = path.join(folder, 'kills')
  const scratch = path.join(folder, 'killed')
  mkdirSync(scratch)
  let life = await begin({ folder: dataDir })
  const books = await openBooks(life, SENDERS)
  const ready: number[] = []
  let [lost, doubled, unsound, resent] = [0, 0, 0, 0]
  for (let kill = 0; kill < kills; kill += 1) {
    const stop = typeAll(life, books)
    await sleep(SHORTEST_LIFE_MS * (1 + 2 * random()))
    await life.end('SIGKILL')
    await stop()
    const found = inspectCopy(dataDir, scratch, books.acknowledged)
    lost = Math.max(lost, found.lost)
    unsound += Number(!found.isSound)
    life = await begin({ folder: dataDir })
    ready.push(life.readyMs)
    resent += books.unsure.length
    await sendAgain(life, books)
  }
  await life.end('SIGTERM')
  const last = inspectCopy(dataDir, scratch, books.acknowledged)
  lost = Math.max(lost, last.lost)
  doubled = last.doubled
  unsound += Number(!last.isSound)
  const { size } = books.acknowledged
  return [
    mustBe(
      `kill -9 under load, ${kills} times: messages lost of ${size} acknowledged`,
      size > kills * 10 ? lost : 'too few were acknowledged',
      0,
    ),
    mustBe(`kill -9: messages that are there twice, after ${resent} were sent again`, doubled, 0),
    mustBe('kill -9: databases that integrity_check finds fault with', unsound, 0),
    {
      name: 'kill -9: from the start of the process until it serves again, median and longest (aim: median < 1 s)',
      value: `${medianOf(ready).toFixed(0)} and ${Math.max(...ready).toFixed(0)} ms`,
      holds: medianOf(ready) < 1000,
    },
  ]
}
