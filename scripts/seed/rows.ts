import type { Db } from '../../server/db/open.ts'
import type { Chance } from '../../server/features/demo/chance.ts'
import type { Parents } from './parents.ts'
import { NOTES, PEOPLE, TALK } from './words.ts'

const MINUTE_MS = 60_000

/** Writes one row with a creation time; `fromEnd` is the number of rows still to come. */
export type Writer = (at: number, fromEnd: number) => void

/** Number of newest conversations that get their messages; older ones only have the count. */
export const WITH_MESSAGES = 200

/** The account's own number in seeded calls and text messages. */
const OUR_NUMBER = '+15550000000'

/** Number of newest conversations that are still open. */
const OPEN_CONVERSATIONS = 5

/** Prepares an insert into the named columns of a table. */
function inserting(db: Db, table: string, columns: string) {
  const names = columns.split(' ')
  return db.prepare<[Record<string, string | number | null>]>(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`,
  )
}

/** Writes chats: mostly from the widget, mostly ended. */
export function conversationWriter(db: Db, parents: Parents, chance: Chance): Writer {
  const insert = inserting(
    db,
    'conversations',
    'uuid user_id assistant_id type variables ai_mode message_count total_cost ended_at created_at updated_at',
  )
  const writeMessages = messageWriter(db, chance)

  return (at, fromEnd) => {
    const count = 2 + 2 * chance.below(6)
    const end = at + chance.below(20 * MINUTE_MS)
    const { lastInsertRowid } = insert.run({
      uuid: chance.uuid(at),
      user_id: parents.userId,
      assistant_id: chance.pick(parents.assistantIds),
      type: chance.weighted({ widget: 72, test: 8, messenger: 10, api: 10 }),
      variables: JSON.stringify(chance.happens(0.5) ? { name: chance.pick(PEOPLE) } : {}),
      ai_mode: chance.weighted({ auto: 92, approve: 3, human: 5 }),
      message_count: count,
      total_cost: chance.below(40_000),
      ended_at: fromEnd < OPEN_CONVERSATIONS ? null : end,
      created_at: at,
      updated_at: end,
    })
    if (fromEnd < WITH_MESSAGES) writeMessages(Number(lastInsertRowid), count, at, end)
  }
}

/** Writes the messages of a conversation, alternating between visitor and assistant. */
function messageWriter(db: Db, chance: Chance) {
  const insert = inserting(
    db,
    'messages',
    'conversation_id seq author author_name content status created_at',
  )
  return (conversationId: number, count: number, from: number, to: number): void => {
    for (let seq = 1; seq <= count; seq += 1) {
      const [question, answer] = chance.pick(TALK)
      const isQuestion = seq % 2 === 1
      insert.run({
        conversation_id: conversationId,
        seq,
        author: isQuestion ? 'visitor' : 'assistant',
        author_name: isQuestion ? 'Visitor' : 'Assistant',
        content: isQuestion ? question : answer,
        status: 'complete',
        created_at: from + Math.floor(((to - from) * seq) / count),
      })
    }
  }
}

/** Writes ended calls, with every way a call can end. */
export function callWriter(db: Db, parents: Parents, chance: Chance, total: number): Writer {
  const insert = inserting(
    db,
    'calls',
    'user_id assistant_id campaign_id type status assistant_phone_number client_phone_number client_digits duration transcript variables evaluation answered_by carrier_cost total_cost provider created_at updated_at',
  )

  return (at) => {
    const type = chance.weighted({ inbound: 55, outbound: 40, web: 5 })
    const status = chance.weighted({
      completed: 62,
      'no-answer': 12,
      busy: 6,
      failed: 4,
      ended_by_customer: 8,
      ended_by_assistant: 6,
      ended: 2,
    })
    const isAnswered = !['no-answer', 'busy', 'failed'].includes(status)
    const duration = isAnswered ? 15 + chance.below(600) : 0
    insert.run({
      user_id: parents.userId,
      assistant_id: chance.pick(parents.assistantIds),
      campaign_id:
        type === 'outbound' && chance.happens(0.7) ? chance.pick(parents.campaignIds) : null,
      type,
      status,
      ...(type === 'web' ? NO_NUMBERS : numbers(chance, total)),
      duration,
      ...(isAnswered ? talk(chance) : SILENCE),
      carrier_cost: duration * 250,
      total_cost: duration * 750,
      provider: 'import',
      created_at: at,
      updated_at: at + duration * 1000,
    })
  }
}

const NO_NUMBERS = {
  assistant_phone_number: null,
  client_phone_number: null,
  client_digits: null,
}

function numbers(chance: Chance, total: number) {
  const digits = someDigits(chance, total)
  return {
    assistant_phone_number: OUR_NUMBER,
    client_phone_number: `+${digits}`,
    client_digits: digits,
  }
}

/** Random digits, in a range in which each number occurs about twenty times. */
function someDigits(chance: Chance, total: number): string {
  return `1555${String(chance.below(Math.max(1, Math.floor(total / 20)))).padStart(7, '0')}`
}

const SILENCE = { transcript: '', variables: '{}', evaluation: '{}', answered_by: 'unknown' }

function talk(chance: Chance) {
  const turns = Array.from({ length: 1 + chance.below(3) }, () => chance.pick(TALK))
  return {
    transcript: turns
      .map(([question, answer]) => `Customer: ${question}\nAI: ${answer}`)
      .join('\n'),
    variables: JSON.stringify({ customer_name: chance.pick(PEOPLE) }),
    evaluation: JSON.stringify({ sentiment: 'positive', score: 1 + chance.below(5) }),
    answered_by: chance.weighted({ human: 9, machine: 1 }),
  }
}

/** Price of a seeded text message, micro-dollars. */
const SMS_PRICE = 7900

/** Writes text messages with a final delivery status. */
export function smsWriter(db: Db, parents: Parents, chance: Chance, total: number): Writer {
  const insert = inserting(
    db,
    'sms_messages',
    'user_id phone_number_id from_number to_number body segments segment_price total_cost status provider sms_sid created_at updated_at',
  )

  return (at) => {
    const status = chance.weighted({ delivered: 90, undelivered: 6, failed: 4 })
    insert.run({
      user_id: parents.userId,
      phone_number_id: 1,
      from_number: OUR_NUMBER,
      to_number: `+${someDigits(chance, total)}`,
      body: chance.pick(NOTES),
      segments: 1,
      segment_price: SMS_PRICE,
      total_cost: status === 'failed' ? 0 : SMS_PRICE,
      status,
      provider: 'seed',
      sms_sid: status === 'failed' ? null : `SM${chance.uuid(at).replaceAll('-', '')}`,
      created_at: at,
      updated_at: at,
    })
  }
}
