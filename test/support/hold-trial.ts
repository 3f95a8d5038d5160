import { ApiError } from '#contracts/client.ts'
import { getConversation } from '#contracts/conversations.ts'
import { discardAnswer, holdAnswer } from '#contracts/holds.ts'
import { openTab } from './holds.ts'
import { type Clients, KEY } from './server.ts'
import { openStream, type StreamEvent } from './stream.ts'
import { createVisitor } from './visitor.ts'
import { until } from './waiting.ts'

/** Text of the answer that reached a visitor. */
const textIn = (events: readonly StreamEvent[]): string =>
  events.reduce((text, { type, data }) => {
    if (type === 'message.delta') return text.slice(0, data.offset) + data.text
    return data.message?.author === 'assistant' ? data.message.content : text
  }, '')

/** One hold. */
export interface HoldTrial {
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

/**
 * Holds an answer at some moment while it goes out, and waits until the model has written all of it.
 * @returns undefined if the answer ended before the hold came
 */
export async function tryHold(server: Clients, number: number): Promise<HoldTrial | undefined> {
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const headers = { authorization: `Bearer ${KEY}` }
  const stream = await openStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${visitor.token}`,
  })
  const desk = await openTab(server, { call: server.call, headers }, visitor.conversationId)
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
    await until(async () => (await pending())?.is_writing === false, 20_000)
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
