import type { NewTool } from '#contracts/tools.ts'
import type { Tx } from '../../db/write.ts'
import { toolCallQueries } from '../conversations/tools/call-queries.ts'
import { toolQueries } from '../conversations/tools/queries.ts'
import { demoQueries } from './demo-queries.ts'
import type { DemoNeeds } from './demo-talk.ts'

/** Tools for the shop's own systems; their addresses do not exist. */
const TOOLS: readonly NewTool[] = [
  {
    name: 'find_bike',
    description:
      'Finds a bike by model and size: price, weight and how many are in the shop. Use it before you promise one.',
    method: 'GET',
    endpoint: 'https://api.radhaus.example.com/bikes',
    timeout: 10,
    headers: [{ name: 'Accept', value: 'application/json' }],
    schema: [
      { name: 'model', type: 'string', description: 'The model, such as Loop 7 B.' },
      { name: 'size', type: 'string', description: 'S, M or L.' },
    ],
    asks_first: false,
  },
  {
    name: 'book_workshop',
    description:
      'Books an appointment in the workshop. Ask for the day and the kind of work first.',
    method: 'POST',
    endpoint: 'https://api.radhaus.example.com/workshop/appointments',
    timeout: 15,
    headers: [],
    schema: [
      { name: 'day', type: 'string', description: 'The day as YYYY-MM-DD.' },
      { name: 'work', type: 'string', description: 'What is to be done.' },
      { name: 'is_urgent', type: 'boolean', description: 'Whether the bike is needed every day.' },
    ],
    asks_first: false,
  },
]

/** A tool call made for the answer to a visitor's last message. */
export interface DemoCall {
  readonly name: string
  readonly args: object
  readonly result: object
}

/** Stores the shop's tools; returns their ids. */
export function writeTools(tx: Tx, { db, now }: DemoNeeds, userId: number): number[] {
  return TOOLS.map((tool) => toolQueries(db).insert(tx, userId, tool, now()).id)
}

/** Adds a tool call to the last answer of a conversation. */
export function callTool(
  tx: Tx,
  { db, now }: DemoNeeds,
  conversationId: number,
  call: DemoCall,
): void {
  const calls = toolCallQueries(db)
  const { id } = calls.begin(tx, {
    ownerId: conversationId,
    answersSeq: demoQueries(db).lastQuestion(conversationId),
    name: call.name,
    args: JSON.stringify(call.args),
    now: now().getTime(),
  })
  const result = JSON.stringify(call.result)
  calls.end(tx, { id, status: 'done', result, detail: null, durationMs: 184 })
}
