import { newUuid } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import { operatorQueries } from '../accounts/operators/queries.ts'
import { accountQueries } from '../accounts/queries.ts'
import { activate } from '../assistants/activation.ts'
import { createAssistant } from '../assistants/create.ts'
import { topUp } from '../billing/money/ledger.ts'
import { cannedReplyQueries } from '../conversations/canned-replies/queries.ts'
import { labelQueries } from '../conversations/labels/queries.ts'
import { noteQueries } from '../conversations/notes/queries.ts'
import { startConversation } from '../conversations/start.ts'
import { passageQueries } from '../knowledge/passage-queries.ts'
import { knowledgeQueries } from '../knowledge/queries.ts'
import { createNumber } from '../phone-numbers/save.ts'
import { lookupQueries } from '../platform/lookups/queries.ts'
import { BUILT_IN } from '../platform/lookups/reference/models.ts'
import { createChance } from './chance.ts'
import { phone } from './demo-calls.ts'
import { DIALOGUES, type Dialogue } from './demo-dialogues.ts'
import { openSender } from './demo-messenger.ts'
import { OPEN } from './demo-open.ts'
import { SHOP_NUMBER, text } from './demo-phone.ts'
import { demoQueries } from './demo-queries.ts'
import { type Cast, type DemoNeeds, finish, type Stage, talk } from './demo-talk.ts'
import { writeTests } from './demo-tests.ts'
import { callTool, writeTools } from './demo-tools.ts'
import { addDeliveries } from './demo-webhooks.ts'
import { CANNED_REPLIES, HANDBOOK, LABELS, PRICES } from './demo-words.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Period that the demo covers. */
const DAYS = 60
/** Fixed, so that screenshots in the docs do not change by themselves. */
const SEED = 7

/** Fills an account with two months of a small bicycle shop, using the same functions that real activity uses. */
export function fillDemo(tx: Tx, real: DemoNeeds, userId: number): void {
  const chance = createChance(SEED)
  const present = real.now().getTime()
  let time = present - DAYS * DAY
  const context: DemoNeeds = {
    ...real,
    now: () => new Date(time),
    randomBytes: (length) => Buffer.from(Array.from({ length }, () => chance.below(256))),
  }
  const cast = openShop(tx, context, userId)
  const number = createNumber(tx, context, userId, {
    phone_number: SHOP_NUMBER,
    type: 'normal',
    nickname: 'Shop',
    sms_capable: true,
    subscription_expires_at: present + 300 * DAY,
  })
  const stage: Stage = {
    context,
    chance,
    cast,
    // Its secret must not be predictable.
    sender: openSender(
      tx,
      { ...context, randomBytes: real.randomBytes },
      { userId, phoneNumberId: number.id, assistantId: cast.assistant.id },
    ),
    wait(ms) {
      time += ms
      return time
    },
  }
  topUp(tx, context, userId, 60_000_000, 'Demo')

  for (let day = DAYS; day >= 0; day -= 1) {
    const midnight = Math.floor((present - day * DAY) / DAY) * DAY
    for (const at of momentsOf(midnight, day, stage)) {
      time = at
      // Activity in progress is created separately.
      if (at > present - 2 * HOUR) break
      createItem(tx, stage, number.id)
    }
  }
  addDeliveries(tx, stage, real)
  for (const scene of OPEN) {
    time = present - scene.ago * MINUTE
    createOpenConversation(tx, stage, scene)
  }
  time = present - 30 * HOUR
  writeTests(
    tx,
    context,
    stage.cast.assistant,
    lookupQueries(real.db).llmModelByCode(BUILT_IN)!.name,
  )
  startConversation(tx, context, { assistant: stage.cast.assistant, type: 'test', variables: {} })
}

/** Random times of a day: more on working days, more every week, mostly in the afternoon. */
function momentsOf(midnight: number, daysAgo: number, { chance }: Stage): number[] {
  const weekday = new Date(midnight).getUTCDay()
  const busy = weekday === 0 ? 0.4 : weekday === 6 ? 0.8 : 1
  const growth = 1.25 - daysAgo / (DAYS * 1.6)
  const count = Math.round(7 * busy * growth + chance.next() * 2)
  return Array.from({ length: count }, () => {
    const hour = 8 + (chance.next() + chance.next()) * 6
    return midnight + Math.floor(hour * HOUR)
  }).sort((a, b) => a - b)
}

/** Creates a conversation, a call or a text message. */
function createItem(tx: Tx, stage: Stage, numberId: number): void {
  const { chance } = stage
  const kind = chance.weighted({ widget: 52, call: 26, sms: 13, messenger: 6, api: 3 })
  if (kind === 'call') phone(tx, stage)
  else if (kind === 'sms') text(tx, stage, numberId)
  else chat(tx, stage, chance.pick(DIALOGUES), kind)
}

/** Plays a conversation from start to end. */
function chat(
  tx: Tx,
  stage: Stage,
  dialogue: Dialogue,
  type: 'widget' | 'messenger' | 'api',
): void {
  const { context, cast } = stage
  const labels = labelQueries(context.db)
  const conversation = talk(tx, stage, dialogue, type)
  const label = dialogue.label && labels.named(cast.assistant.user_id, dialogue.label)
  if (label) labels.put(tx, conversation.id, label)
  finish(tx, stage, conversation, dialogue)
}

/** Creates a conversation in progress. */
function createOpenConversation(tx: Tx, stage: Stage, scene: (typeof OPEN)[number]): void {
  const { context, cast } = stage
  const { db } = context
  const demo = demoQueries(db)
  const { dialogue, type = 'widget', mode, needsPerson, assignee, note, proposal, call } = scene
  const briskly = { ...stage, wait: (ms: number) => stage.wait(Math.min(ms, 15_000)) }
  const { id } = talk(tx, briskly, dialogue, type)
  const operator = cast.operators[assignee ?? 0]!
  const now = context.now().getTime()
  if (mode !== 'auto') demo.turnDial(tx, id, mode, operator.id, now)
  if (needsPerson) demo.needPerson(tx, id)
  if (assignee !== undefined) demo.assign(tx, id, operator.id)
  if (call) callTool(tx, context, id, call)
  if (proposal) demo.propose(tx, id, proposal, now)
  if (note) {
    noteQueries(db).insert(tx, {
      conversationId: id,
      operatorId: cast.operators[1]!.id,
      clientId: newUuid(context),
      content: note,
      mentions: '[]',
      now,
    })
  }
}

/** Creates the operators, an assistant that knows the shop, labels and canned replies. */
function openShop(tx: Tx, context: DemoNeeds, userId: number): Cast {
  const { db, now } = context
  const operators = operatorQueries(db)
  accountQueries(db).updateUser(tx, userId, 'Radhaus', undefined)
  operators.update(tx, operators.first(userId), { name: 'Lena Vogt' })
  operators.insert(
    tx,
    {
      userId,
      name: 'Jonas Weber',
      email: 'jonas@example.com',
      role: 'agent',
      customRole: null,
    },
    now(),
  )
  for (const [name, colour] of LABELS) {
    labelQueries(db).insert(tx, { userId, name, colour, now: now().getTime() })
  }
  for (const [shortcut, title, content] of CANNED_REPLIES) {
    cannedReplyQueries(db).insert(tx, userId, { shortcut, title, content }, now())
  }
  const lookups = lookupQueries(db)
  const english = lookups.languages().find(({ iso_2 }) => iso_2 === 'en')!
  const [voice] = lookups.voices(userId, { mode: 'pipeline', languageId: english.id })
  const assistant = createAssistant(tx, context, userId, {
    name: 'Mira',
    type: 'inbound',
    mode: 'pipeline',
    timezone: 'Europe/Berlin',
    initial_message: 'Hello! I am Mira, the assistant of Radhaus. What can I do for you?',
    system_prompt:
      'You answer for Radhaus, a bicycle shop with a workshop in Berlin. Answer in the language of the visitor, briefly and kindly.',
    language_id: english.id,
    voice_id: voice!.id,
    llm_model_id: lookups.llmModelByCode(BUILT_IN)!.id,
    knowledgebase_id: writeHandbook(tx, context, userId),
    tool_ids: writeTools(tx, context, userId),
    conversation_inactivity_timeout: 1440,
  })
  activate(tx, context, assistant)
  return { assistant, operators: operators.team(userId) }
}

function writeHandbook(tx: Tx, { db, now }: DemoNeeds, userId: number): number {
  const knowledge = knowledgeQueries(db)
  const baseId = knowledge.insertBase(tx, userId, 'Radhaus handbook', now())
  const documents = [
    ['handbook.md', 'md', HANDBOOK],
    ['workshop-prices.csv', 'csv', PRICES],
  ] as const
  for (const [name, type, passages] of documents) {
    const { id } = knowledge.insertDocument(
      tx,
      {
        knowledge_base_id: baseId,
        name,
        type,
        url: null,
        status: 'active',
        size: passages.join().length,
        sha256: 'd'.repeat(64),
      },
      now(),
    )
    passageQueries(db).insert(
      tx,
      id,
      baseId,
      passages.map(([heading, content]) => ({ heading, content })),
    )
  }
  return baseId
}
