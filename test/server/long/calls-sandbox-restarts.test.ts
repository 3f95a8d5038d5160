import { expect, onTestFinished, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { getCall } from '#contracts/calls.ts'
import type { Outside } from '../../../server/context.ts'
import { startServer as start } from '../../../server/start.ts'
import {
  activeAssistant,
  type CallDesk,
  callDesk,
  dial,
  lifeOf,
  NUMBERS,
  playOut,
} from '../../support/calls.ts'
import { createClock } from '../../support/clock.ts'
import { emptyDataFolder, testConfig, testServer } from '../../support/server.ts'

/** Plays a call to its end and returns it. */
async function callOf(
  desk: CallDesk,
  number: string,
  assistant: Parameters<typeof activeAssistant>[1] = {},
) {
  const id = await dial(desk, await activeAssistant(desk, assistant), number)
  return { id, call: await playOut(desk, id), life: lifeOf(desk, id) }
}

const status = async ({ call }: CallDesk, id: number) =>
  (await call(getCall, { params: { id } })).status

/** The part of a call that is the same on every replay. */
const essence = async ({ call }: Pick<CallDesk, 'call'>, id: number) => {
  const { transcript, duration, total_cost, status, evaluation, variables } = await call(getCall, {
    params: { id },
  })
  return { transcript, duration, total_cost, status, evaluation, variables }
}

test('restarts mid-call and replayed steps leave no trace', async () => {
  const plain = await callDesk()
  const assistant = { record: true, initial_message: 'Hello!' }
  const undisturbed = await callOf(plain, NUMBERS.ordinary, assistant)

  const dataDir = emptyDataFolder()
  const clock = createClock()
  const outside: Partial<Outside> = clock.outside
  const live = async () => {
    const server = await start(testConfig({ dataDir }), outside)
    onTestFinished(() => server.stop())
    return { ...testServer(server), clock }
  }
  let desk = await live()
  desk.context.db.prepare('UPDATE users SET balance = 1000000').run()
  const id = await dial(desk, await activeAssistant(desk, assistant))
  let restarts = 0
  while ((await status(desk, id)) !== 'completed') {
    await clock.advance(3000)
    // A process that dies between a commit and the end of its job leaves the job in place.
    desk.context.db
      .prepare(`
        INSERT INTO jobs (kind, payload, lane, status, run_at, created_at)
        SELECT kind, payload, lane, 'running', run_at, created_at FROM jobs WHERE kind LIKE 'call.%'
      `)
      .run()
    await desk.server.stop()
    restarts += 1
    // The last downtime is long.
    if (restarts === 12) await clock.advance(3_600_000)
    desk = await live()
    await clock.advance(0)
  }
  expect(restarts).toBeGreaterThanOrEqual(12)
  await clock.advance(60_000)
  expect(await essence(desk, id)).toEqual(await essence(plain, undisturbed.id))
  expect(lifeOf(desk, id)).toEqual(undisturbed.life)
  expect((await desk.call(getMe)).total_balance).toBe(0.986)
  expect(
    desk.context.db.prepare("SELECT count(*) FROM jobs WHERE kind LIKE 'call.%'").pluck().get(),
  ).toBe(0)
})
