import { expect, test } from 'vitest'
import { ApiError } from '#contracts/client.ts'
import { getConversation } from '#contracts/conversations.ts'
import { discardAnswer, holdAnswer } from '#contracts/holds.ts'
import { delayAnswers, watching } from '../../support/holds.ts'
import { KEY, startServer, type TestServer } from '../../support/server.ts'
import { openStream, type StreamEvent } from '../../support/stream.ts'
import { createVisitor } from '../../support/visitor.ts'

const TRIALS = 200
const AT_ONCE = 10
/** Trials whose time is measured, one after the other. */
const TIMED = 100

/** Text of the answer that reached a visitor. */
const textIn = (events: readonly StreamEvent[]): string =>
  events.reduce((text, { type, data }) => {
    if (type === 'message.delta') return text.slice(0, data.offset) + data.text
    return data.message?.author === 'assistant' ? data.message.content : text
  }, '')

interface Trial {
  /** Time until the hold is confirmed, ms. */
  readonly ms: number
  /** Text that was held back. */
  readonly rest: string
  /** Length of what reached the visitor after the hold. */
  readonly late: number
}

/** Undefined for an answer that ended before the hold came. */
function ifOver(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.code !== 'nothing_to_hold') throw error
}

/** Holds an answer at some moment while it goes out, and waits until the model has written all of it. */
async function trial(server: TestServer, number: number): Promise<Trial | undefined> {
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const headers = { authorization: `Bearer ${KEY}` }
  const stream = await openStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${visitor.token}`,
  })
  const desk = await watching(server, { call: server.call, headers }, visitor.conversationId)
  try {
    const pieces = number % 6
    await visitor.say('What does Parley cost?')
    await desk.stream.next(({ type }) => type === 'answer.pending')
    const isThatFar = () => stream.events.filter(({ type }) => type === 'message.delta').length
    if (pieces > 0) await stream.next(() => isThatFar() >= pieces)
    const from = performance.now()
    const held = await server
      .call(holdAnswer, { params, body: { tab: desk.tab } })
      .then(({ data }) => data!, ifOver)
    if (!held) return undefined
    const ms = performance.now() - from
    const pending = async () => (await server.call(getConversation, { params })).pending_answer
    await expect.poll(pending, { timeout: 20_000 }).toMatchObject({ is_writing: false })
    // Everything up to the hold has been sent before its response, everything later would have been sent by now.
    await stream.next(() => textIn(stream.events).length >= held.from)
    const { from: seen, text } = (await pending())!
    await server.call(discardAnswer, { params })
    return { ms, rest: text, late: textIn(stream.events).length - held.from + (seen - held.from) }
  } finally {
    stream.close()
    desk.stream.close()
  }
}

test('after a hold nothing reaches the visitor, whenever it comes, in 1,000 trials', {
  timeout: 600_000,
}, async () => {
  const server = await startServer({
    limits: { builtInWordMs: 10, deltaMs: 3, presenceMs: 600_000 },
  })
  await delayAnswers(server, 0.02)
  const held: Trial[] = []
  let number = 0
  const run = async (count: number) => {
    const numbers = Array.from({ length: count }, () => number++)
    const results = await Promise.all(numbers.map((one) => trial(server, one)))
    held.push(...results.filter((one) => one !== undefined))
  }
  while (held.length < TIMED && number < 2 * TIMED) await run(1)
  const times = held.map(({ ms }) => ms).sort((a, b) => a - b)
  while (held.length < TRIALS && number < 3 * TRIALS) await run(AT_ONCE)
  const late = held.filter((one) => one.late !== 0).length
  const [p50, p95] = [0.5, 0.95].map((share) => times[Math.floor(times.length * share)]!)
  process.stdout.write(
    `${held.length} holds: ${late} with text after the hold; p50 ${p50!.toFixed(1)} ms, p95 ${p95!.toFixed(1)} ms of the first ${times.length}, one after the other\n`,
  )
  expect(held.length).toBeGreaterThanOrEqual(TRIALS)
  expect(late).toBe(0)
  // Most trials held something back, so that there was something to get wrong.
  expect(held.filter(({ rest }) => rest !== '').length).toBeGreaterThan(TRIALS / 2)
})
