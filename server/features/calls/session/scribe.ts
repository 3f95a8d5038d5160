import type { VoiceEnd } from '#contracts/voice-socket.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import type { Spoken } from '../../../providers/voice/provider.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { messageQueries } from '../../conversations/messages/queries.ts'
import { flagIfPersonRequested } from '../../conversations/needs-person.ts'
import { postMessage } from '../../conversations/post.ts'
import { type ConversationRow, conversationQueries } from '../../conversations/queries.ts'
import { visitorQueries } from '../../conversations/visitors/queries.ts'
import { hangUp } from '../lifecycle.ts'
import { callQueries, type EndedBy } from '../queries.ts'
import { recordCall } from '../record.ts'
import type { Ended } from '../states.ts'
import { transcriptOf } from '../transcript.ts'
import { speakableText } from './speakable-text.ts'

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
   */
  spoken(spoken: Spoken, place?: number): void
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

  function addTurn(tx: Tx, said: Spoken, place?: number): void {
    const calls = callQueries(db)
    const spoken = { ...said, at: now().getTime() }
    if (!calls.countTurn(tx, callId, turn, transcriptOf([spoken]), now())) return
    calls.insertTurn(tx, callId, turn, 0, spoken)
    if (place !== undefined) calls.placeTurn(tx, callId, turn, 0, Math.round(place))
    turn += 1
    recordCall(tx, context, calls.byId(callId)!.user_id, callId, 'call.updated')
  }

  return {
    spoken(spoken, place) {
      next((tx) => {
        addTurn(tx, spoken, place)
        const conversation = find()
        if (conversation) post(tx, context, conversation, spoken)
      })
    },
    typed: (content) => next((tx) => addTurn(tx, { speaker: 'customer', content })),
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

function post(
  tx: Tx,
  context: Context,
  conversation: ConversationRow,
  { speaker, name, operatorId, content }: Spoken,
): void {
  const { db } = context
  // The conversation already starts with the greeting of the first call.
  const [latest] = speaker === 'assistant' ? messageQueries(db).latest(conversation.id, 1) : []
  const said = latest?.author === 'assistant' ? withoutRepeat(latest.content, content) : content
  if (said === '') return
  const author = AUTHORS[speaker]
  const authorName = name ?? NAMES[author](db, conversation)
  postMessage(tx, context, conversation, {
    author,
    authorName,
    ...(operatorId !== undefined && { operatorId }),
    content: said,
  })
  if (author === 'visitor') flagIfPersonRequested(tx, context, conversation, content)
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
