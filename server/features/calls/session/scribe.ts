import type { VoiceEnd } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import type { Spoken } from '../../../providers/voice/provider.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { explanationQueries } from '../../conversations/explanations/queries.ts'
import { messageQueries } from '../../conversations/messages/queries.ts'
import { flagIfPersonRequested, flagIfUnanswered } from '../../conversations/needs-person.ts'
import { postMessage } from '../../conversations/post.ts'
import { type ConversationRow, conversationQueries } from '../../conversations/queries.ts'
import { recordIfUnanswered } from '../../conversations/unanswered/record.ts'
import { visitorQueries } from '../../conversations/visitors/queries.ts'
import { callExplanationQueries } from '../explanations/queries.ts'
import { explanationOf } from '../explanations/timed.ts'
import { hangUp } from '../lifecycle.ts'
import { callQueries, type EndedBy } from '../queries.ts'
import { recordCall } from '../record.ts'
import type { Ended } from '../states.ts'
import { transcriptOf } from '../transcript.ts'
import { speakableText } from './speakable-text.ts'
import type { Explained } from './thoughts.ts'

interface Place {
  readonly callId: number
  /** Undefined for a call without a conversation. */
  readonly conversationId?: number
  /** Number of turns already recorded. */
  readonly turn?: number
}

/** Records what is said on a live call, in order. */
export interface Scribe {
  /**
   * Adds a turn to the transcript, and as a message to the conversation.
   * @param place position in the recording, ms
   * @param explained the explanation of an answer, which may come later
   */
  spoken(spoken: Spoken, place?: number, explained?: Promise<Explained>): void
  /** Adds a typed message to the transcript. */
  typed(content: string): void
  /** Adds the cost of an answer or of speech to the call and its conversation, micro-dollars. */
  cost(amount: number): void
  /** The call ended. */
  ended(reason: VoiceEnd): void
  /** Resolves once everything so far can be read here, perhaps before its commit. */
  readable(): Promise<void>
  /** Resolves once everything so far is stored. */
  written(): Promise<void>
}

/** Final status of a call, and the party that ended it. */
const END: Readonly<Record<VoiceEnd, { status: Ended; by: EndedBy | null }>> = {
  customer: { status: 'ended_by_customer', by: 'customer' },
  assistant: { status: 'ended_by_assistant', by: 'assistant' },
  silence: { status: 'ended_by_assistant', by: 'assistant' },
  limit: { status: 'ended', by: 'limit' },
  closed: { status: 'ended', by: 'operator' },
  failed: { status: 'ended', by: null },
}

export function createScribe(
  context: Context,
  { callId, conversationId, turn: written = 0 }: Place,
): Scribe {
  const { db, write, now, log } = context
  let turn = written
  let readable = Promise.resolve()
  /** Commits happen in order: the last one includes the others. */
  let committed = Promise.resolve()

  function next(work: (tx: Tx) => void): void {
    readable = readable.then(() => {
      committed = write(work).catch((error: unknown) =>
        log.error({ err: error, call: callId }, 'a call could not be written down'),
      )
    })
  }

  const find = (): ConversationRow | undefined =>
    conversationId === undefined ? undefined : conversationQueries(db).byId(conversationId)

  /** Adds a turn; returns its number, or undefined if the call is over. */
  function addTurn(tx: Tx, said: Spoken, place?: number): number | undefined {
    const calls = callQueries(db)
    const spoken = { ...said, at: now().getTime() }
    if (!calls.countTurn(tx, callId, turn, transcriptOf([spoken]), now())) return undefined
    calls.insertTurn(tx, callId, turn, 0, spoken)
    if (place !== undefined) calls.placeTurn(tx, callId, turn, 0, Math.round(place))
    turn += 1
    recordCall(tx, context, calls.byId(callId)!.user_id, callId, 'call.updated')
    return turn - 1
  }

  function explain(tx: Tx, { turn, messageId }: Written, explanation: string): void {
    if (turn !== undefined)
      callExplanationQueries(db).put(tx, { callId, turn, place: 0 }, explanation)
    if (messageId !== undefined) explanationQueries(db).put(tx, messageId, explanation)
  }

  function explainLate(tx: Tx, written: Written, explanation: string): void {
    explain(tx, written, explanation)
    const call = callQueries(db).byId(callId)
    if (call) recordCall(tx, context, call.user_id, callId, 'call.updated')
  }

  return {
    spoken(spoken, place, explained) {
      let written: Written | undefined
      let explanation: string | undefined
      let isUnanswered = false
      void explained?.then((made) => {
        explanation = explanationOf(spoken, made.explanation)
        isUnanswered = made.isUnanswered
        if (written) next((tx) => explainLate(tx, written!, explanation!))
      })
      next((tx) => {
        const turn = addTurn(tx, spoken, place)
        const conversation = find()
        const messageId =
          conversation && post(tx, context, conversation, { ...spoken, isUnanswered })
        written = { turn, messageId }
        if (explanation !== undefined) explain(tx, written, explanation)
      })
    },
    typed: (content) => next((tx) => void addTurn(tx, { speaker: 'customer', content })),
    cost(amount) {
      next((tx) => {
        callQueries(db).addCost(tx, callId, amount)
        if (conversationId !== undefined)
          conversationQueries(db).addCost(tx, conversationId, amount)
      })
    },
    ended: (reason) =>
      next((tx) => void hangUp(tx, context, callId, { ...END[reason], at: now().getTime() })),
    readable: () => readable,
    written: () => readable.then(() => committed),
  }
}

/** Places of a turn: in the call, and in its conversation. */
interface Written {
  readonly turn: number | undefined
  readonly messageId: number | undefined
}

interface Words extends Spoken {
  /** True for an answer whose model said that it does not answer the question. */
  readonly isUnanswered: boolean
}

/** Adds words to a conversation as a message; returns its id, or undefined if it says them already. */
function post(
  tx: Tx,
  context: Context,
  conversation: ConversationRow,
  { speaker, name, operatorId, content, isUnanswered }: Words,
): number | undefined {
  const { db } = context
  const [latest] = speaker === 'assistant' ? messageQueries(db).latest(conversation.id, 1) : []
  // The conversation already starts with the greeting of the first call.
  const said = latest?.author === 'assistant' ? withoutRepeat(latest.content, content) : content
  if (said === '') return undefined
  const author = AUTHORS[speaker]
  const authorName = name ?? NAMES[author](db, conversation)
  const { message } = postMessage(tx, context, conversation, {
    author,
    authorName,
    ...(operatorId !== undefined && { operatorId }),
    content: said,
  })
  if (author === 'visitor') flagIfPersonRequested(tx, context, conversation, content)
  if (latest?.author === 'visitor') {
    const answer = { content: said, isUnanswered }
    flagIfUnanswered(tx, context, conversation, { ...answer, status: 'complete' })
    recordIfUnanswered(tx, context, conversation, { ...answer, answersSeq: latest.seq })
  }
  return message.id
}

/** Message author of each speaker. */
const AUTHORS = { customer: 'visitor', assistant: 'assistant', operator: 'operator' } as const

/** Removes a message that is already written from the end of spoken words. */
function withoutRepeat(written: string, spoken: string): string {
  // Spoken text has no formatting.
  for (const [message, said] of [
    [written, spoken],
    [speakableText(written), speakableText(spoken)],
  ] as const) {
    if (message !== '' && said.endsWith(message)) return said.slice(0, -message.length).trimEnd()
  }
  return spoken
}

const NAMES = {
  visitor: (db: Context['db'], { visitor_id: id }: ConversationRow): string =>
    (id === null ? null : visitorQueries(db).nameOf(id)) ?? 'Visitor',
  assistant: (db: Context['db'], { assistant_id: id }: ConversationRow): string =>
    assistantQueries(db).byId(id)!.name,
  operator: () => 'Operator',
}
