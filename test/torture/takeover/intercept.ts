import { ApiError } from '#contracts/client.ts'
import { turnDial } from '#contracts/dial.ts'
import type { Dial } from '#contracts/dial-fields.ts'
import type { colleague } from '../../support/operators.ts'
import type { TestServer } from '../../support/server.ts'
import { openStream, type StreamEvent } from '../../support/stream.ts'
import { createVisitor } from '../../support/visitor.ts'

type Operator = Awaited<ReturnType<typeof colleague>>

/** Result of one takeover. */
export interface Intercept {
  readonly conversationId: string
  readonly isInMidAnswer: boolean
  readonly isRace: boolean
  readonly winners: number
  /** True if the loser of a race was told about the winner. */
  readonly isLoserTold: boolean
  /** Parts of the answer that reached the visitor after the takeover's event. */
  readonly tokensAfter: number
  /** The answer as the visitor saw it when the takeover's event arrived. */
  readonly seen: string
  /** From the request to the event on the visitor's stream, ms. */
  readonly latency: number
}

interface Options {
  readonly server: TestServer
  readonly operators: readonly [Operator, Operator]
  readonly isRace: boolean
  /** Its time, as a share of the answer's second. */
  readonly after: number
}

/** Duration of one of the stand-in's answers. */
const ANSWER_MS = 1000
/** Anything late arrives within this time: the stand-in says a word every 15 ms. */
const LATE_MS = 300

/** A visitor asks, the AI answers, and one operator takes over in the middle of it, or two at once. */
export async function intercept({ server, operators, isRace, after }: Options): Promise<Intercept> {
  const visitor = await createVisitor(server)
  const { token, conversationId } = visitor
  const stream = await openStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${token}`,
  })
  try {
    await visitor.say('What does it cost?')
    await stream.next(isAnswer)
    await pause(after * ANSWER_MS)
    const from = performance.now()
    const told = stream.next(isTakeover).then((event) => ({ event, at: performance.now() }))
    const turns = (isRace ? operators : operators.slice(0, 1)).map(({ call }) =>
      call(turnDial, { params: { uuid: conversationId }, body: { mode: 'human', epoch: 0 } }),
    )
    const outcomes = await Promise.allSettled(turns)
    const { event, at } = await told
    await pause(LATE_MS)
    const won = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.data] : []))
    const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    const index = stream.events.indexOf(event)
    const before = stream.events.slice(0, index)
    return {
      conversationId,
      isRace,
      isInMidAnswer: before.some(isCutOff),
      winners: won.length,
      isLoserTold: lost.length === 1 && lost.every((reason) => names(reason, won[0])),
      tokensAfter: stream.events.slice(index + 1).filter(isAnswer).length,
      seen: shown(before),
      latency: at - from,
    }
  } finally {
    stream.close()
  }
}

const isTakeover = ({ type, data }: StreamEvent) =>
  type === 'conversation.updated' && data.ai_enabled === false

const isCutOff = ({ type, data }: StreamEvent) =>
  type === 'message.updated' && data.message.status === 'interrupted'

/** Any event that shows the AI's words to the visitor. The first message is not an answer. */
const isAnswer = ({ type, data }: StreamEvent) =>
  type === 'message.delta' ||
  ((type === 'message.created' || type === 'message.updated') &&
    data.message.author === 'assistant' &&
    data.message.seq > 1)

/** The answer as built up by these events. */
function shown(events: readonly StreamEvent[]): string {
  let text = ''
  for (const { type, data } of events.filter(isAnswer)) {
    text = type === 'message.delta' ? text.slice(0, data.offset) + data.text : data.message.content
  }
  return text
}

/** True when a refusal says that someone else was faster, and names the winner. */
function names(reason: unknown, won: Dial | undefined): boolean {
  if (!(reason instanceof ApiError) || reason.status !== 409 || !won) return false
  const { message, data } = reason.body as { message: string; data: Dial }
  const { changed_by: by } = won
  return message === `${by?.name} took over a moment ago.` && data.changed_by?.id === by?.id
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
