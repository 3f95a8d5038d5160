import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getBalance } from '#contracts/balance.ts'
import { listCalls } from '#contracts/calls.ts'
import { ApiError } from '#contracts/client.ts'
import { type Clients, clientsOf } from '../../support/server.ts'
import { BUILT, startProcess } from '../../support/server-process.ts'
import { speakTones, startToneService } from '../../support/tone-service.ts'
import { createRandom, type Figure, mustBe, type Part } from '../part.ts'
import { callAtRandom, type Told } from './caller.ts'

const LIVES = 10
const CALLS_IN_LIFE = 30
const AT_ONCE = 10

/** One in twenty requests to the speech service fails. */
const ILL = 0.05

/**
 * Three hundred calls over ten server processes, each killed with `kill -9` during calls: visitors interrupt,
 * lose frames and connections, and services die.
 */
export const voicePart: Part = async ({ seed, folder }) => {
  const random = createRandom(seed)
  await using service = await startToneService(() => random() < ILL)
  const log = path.join(folder, 'server.log')
  const told: Told[] = []
  let cutOff = 0
  let busy = 0
  let balance: unknown
  for (let life = 0; life < LIVES; life += 1) {
    const server = await live()
    const clients = clientsOf(await server.ready)
    if (life === 0) {
      await speakTones(clients, service.baseUrl)
      balance = await balanceOf(clients)
    }
    let left = CALLS_IN_LIFE
    const lines = Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1
        try {
          told.push(await callAtRandom(clients, random))
        } catch (error) {
          if (error instanceof ApiError && error.code === 'lines_busy') busy += 1
          // The server was killed meanwhile.
          else cutOff += 1
        }
      }
    })
    await waitUntil(() => left === 0)
    server.child.kill('SIGKILL')
    await server.exited
    await Promise.all(lines)
  }
  const last = await live()
  const clients = clientsOf(await last.ready)
  const figures = await figuresOf(clients)
  last.child.kill('SIGTERM')
  await last.exited
  return figures

  function live() {
    const env = { PARLEY_ALLOW_PRIVATE: service.address }
    return startProcess({ dataDir: folder, main: BUILT, env, log })
  }

  async function figuresOf(server: Clients): Promise<Figure[]> {
    const calls = await endedCalls(server)
    const ids = new Set(told.flatMap(({ callIds }) => callIds))
    const wrong = told.flatMap((one) => one.wrong)
    const unfinished = calls.filter(({ status }) => status !== 'completed')
    const paid = calls.filter(({ total_cost }) => total_cost !== 0)
    const errors = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"level":50') || line.includes('"level":60'))
      .filter((line) => !line.includes('lines are busy'))
    return [
      { name: 'calls', value: `${calls.length}, whole ${whole(told)}`, holds: whole(told) > 50 },
      { name: 'callers cut off by a kill', value: String(cutOff), holds: true },
      { name: 'callers refused because lines were busy', value: String(busy), holds: true },
      mustBe('frames after clear', sum(told.map(({ late }) => late)), 0),
      { ...mustBe('heard and not recorded so', wrong.length, 0), ...shown(wrong) },
      {
        name: 'cut by more than a character, no more than a word',
        value: String(sum(told.map(({ nearly }) => nearly))),
        holds: true,
      },
      mustBe('calls without an end', unfinished.length, 0),
      mustBe('calls that a caller knows and the records do not', missing(ids, calls), 0),
      mustBe('calls that cost something', paid.length, 0),
      mustBe('balance', JSON.stringify(await balanceOf(server)), JSON.stringify(balance)),
      { ...mustBe('errors in the log', errors.length, 0), ...shown(errors) },
    ]
  }
}

const whole = (told: readonly Told[]): number => told.filter(({ isWhole }) => isWhole).length
const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0)

/** The first few violations. */
const shown = (found: readonly string[]): { value?: string } =>
  found.length === 0 ? {} : { value: `${found.length}: ${found.slice(0, 5).join(' · ')}` }

function missing(ids: ReadonlySet<number>, calls: readonly { id: number }[]): number {
  const known = new Set(calls.map(({ id }) => id))
  return [...ids].filter((id) => !known.has(id)).length
}

const balanceOf = async ({ call }: Clients): Promise<unknown> => call(getBalance)

/** All calls, once their post-call work is done. */
async function endedCalls({ call }: Clients) {
  for (let attempt = 0; ; attempt += 1) {
    const calls = []
    for (let page = 1; ; page += 1) {
      const { data } = await call(listCalls, { query: { page, per_page: 100 } })
      calls.push(...data)
      if (data.length < 100) break
    }
    const isOver = calls.every(({ status }) => status === 'completed')
    if (isOver || attempt === 40) return calls
    await delay(500)
  }
}

async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await delay(20)
}
