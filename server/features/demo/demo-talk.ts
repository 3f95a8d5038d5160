import { type Context, newUuid } from '../../context.ts'
import type { Tx } from '../../db/write.ts'
import type { AssistantRow } from '../assistants/row.ts'
import { endConversation } from '../conversations/end.ts'
import { postMessage } from '../conversations/post.ts'
import type { ConversationRow } from '../conversations/queries.ts'
import { ratingQueries } from '../conversations/ratings/queries.ts'
import { startConversation } from '../conversations/start.ts'
import { visitorQueries } from '../conversations/visitors/queries.ts'
import type { SenderRow } from '../messenger/senders/queries.ts'
import type { Chance } from './chance.ts'
import type { Dialogue } from './demo-dialogues.ts'
import { carry, meetCustomer } from './demo-messenger.ts'
import { demoQueries } from './demo-queries.ts'
import { PAGES, VISITORS } from './demo-words.ts'

export type DemoNeeds = Pick<
  Context,
  | 'channels'
  | 'config'
  | 'db'
  | 'events'
  | 'hub'
  | 'jobs'
  | 'liveCalls'
  | 'now'
  | 'randomBytes'
  | 'recordings'
>

/** Operators and assistants of the demo. */
export interface Cast {
  readonly assistant: AssistantRow
  readonly operators: readonly { readonly id: number; readonly name: string }[]
}

/** A context whose clock the demo moves through the past. */
export interface Stage {
  readonly context: DemoNeeds
  readonly chance: Chance
  readonly cast: Cast
  /** Writes to customers of the messaging channel. */
  readonly sender: SenderRow
  /** Advances the clock by a duration, ms, and returns the new time. */
  wait(ms: number): number
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const SITE = 'https://radhaus.example.com'
const BROWSERS = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
]

/** Plays a dialogue from the current time on; the conversation stays open. */
export function talk(
  tx: Tx,
  stage: Stage,
  { lines, ...dialogue }: Dialogue,
  type: 'widget' | 'messenger' | 'api' = 'widget',
): ConversationRow {
  const { context, chance, cast } = stage
  const { conversation, name } = begin(tx, stage, dialogue, type)
  for (const [by, content] of lines) {
    const now = stage.wait(pauseBefore(by, chance))
    // Operators sign with their names.
    const operator = cast.operators[content.includes('Jonas') ? 1 : 0]!
    if (by === 'p') {
      demoQueries(context.db).turnDial(tx, conversation.id, 'human', operator.id, now)
      demoQueries(context.db).assign(tx, conversation.id, operator.id)
    }
    if (by === 'a') demoQueries(context.db).addCost(tx, conversation.id, 300 + chance.below(2400))
    const { message } = postMessage(tx, context, conversation, {
      author: AUTHORS[by],
      authorName: { v: name ?? 'Visitor', a: cast.assistant.name, p: operator.name }[by],
      ...(by === 'p' && { operatorId: operator.id }),
      content,
    })
    if (type === 'messenger') carry(tx, stage, conversation, message)
  }
  return conversation
}

/** Starts the conversation of a new visitor or customer, or of a program. */
function begin(
  tx: Tx,
  stage: Stage,
  dialogue: Omit<Dialogue, 'lines'>,
  type: 'widget' | 'messenger' | 'api',
): { readonly conversation: ConversationRow; readonly name: string | null } {
  if (type === 'messenger') {
    const name = nameOf(stage, dialogue)
    return { conversation: meetCustomer(tx, stage, name), name }
  }
  const visitor = type === 'widget' ? createVisitor(tx, stage, dialogue) : undefined
  const conversation = startConversation(tx, stage.context, {
    assistant: stage.cast.assistant,
    type,
    variables: {},
    ...(visitor && { visitorId: visitor.id }),
  })
  return { conversation, name: visitor?.name ?? null }
}

/** Name of whoever writes, if it is known. */
function nameOf(
  { chance }: Stage,
  { language, name: certain }: Pick<Dialogue, 'language' | 'name'>,
) {
  const likely = chance.happens(0.6) ? chance.pick<string>(VISITORS[language]) : null
  return certain ?? likely
}

const AUTHORS = { v: 'visitor', a: 'assistant', p: 'operator' } as const

/** Ends a conversation, possibly with a rating by its visitor. */
export function finish(
  tx: Tx,
  { context, chance, wait }: Stage,
  { id }: ConversationRow,
  { mood }: Dialogue,
): void {
  wait(MINUTE + chance.below(20 * MINUTE))
  demoQueries(context.db).see(tx, id)
  endConversation(tx, context, id, 'silence')
  if (!chance.happens(0.45)) return
  const rating = chance.happens(mood) ? 4 + chance.below(2) : 1 + chance.below(4)
  ratingQueries(context.db).rate(tx, { id, rating, comment: null, now: context.now().getTime() })
}

/** Creates a visitor who has viewed some pages. */
function createVisitor(
  tx: Tx,
  stage: Stage,
  dialogue: Pick<Dialogue, 'language' | 'page' | 'name'>,
) {
  const { context, chance, cast, wait } = stage
  const { language, page } = dialogue
  const { db } = context
  const visitors = visitorQueries(db)
  const name = nameOf(stage, dialogue)
  const seen = chance.happens(0.5) ? ['/', page] : [page]
  const { id } = visitors.insert(tx, {
    uuid: newUuid(context),
    userId: cast.assistant.user_id,
    assistantId: cast.assistant.id,
    pageUrl: SITE + page,
    pageTitle: PAGES[page] ?? null,
    userAgent: chance.pick(BROWSERS),
    language: language === 'de' ? 'de-DE' : 'en-GB',
    timezone: 'Europe/Berlin',
    now: context.now().getTime(),
  })
  for (const path of seen) {
    demoQueries(db).visit(tx, id, SITE + path, PAGES[path] ?? path, wait(10 * SECOND))
  }
  if (name) {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
    visitors.describe(tx, id, { name, email: chance.happens(0.6) ? email : null, phone: null })
  }
  return { id, name }
}

function pauseBefore(by: 'v' | 'a' | 'p', chance: Chance): number {
  if (by === 'a') return 700 + chance.below(3500)
  if (by === 'v') return 8 * SECOND + chance.below(70 * SECOND)
  return MINUTE + chance.below(chance.happens(0.3) ? 25 * MINUTE : 5 * MINUTE)
}
