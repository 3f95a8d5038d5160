import type { ConversationType } from '#contracts/enums.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import { type Context, newUuid } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { recordActivity } from '../../conversations/activities/record.ts'
import { cutOff } from '../../conversations/cut-off.ts'
import type { ConversationRow } from '../../conversations/queries.ts'
import { recordConversation } from '../../conversations/record.ts'
import { startConversation } from '../../conversations/start.ts'
import { visitorQueries } from '../../conversations/visitors/queries.ts'
import { smsChatQueries } from './queries.ts'

type Needs = Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'randomBytes'>

/** A customer known by their address at a channel. */
interface Start {
  readonly assistant: AssistantWithLanguage
  readonly type: ConversationType
  /** As the channel reports both sides. */
  readonly variables: JsonObject
  /** True if the customer themselves said it. */
  readonly isByVisitor?: boolean
  /** Language tag of the customer, if known. */
  readonly language?: string | null
  /** False if the conversation starts without the assistant's initial message. */
  readonly isGreeted?: boolean
}

/** Starts the conversation with a customer of a channel. */
export function startWithCustomer(
  tx: Tx,
  context: Needs,
  { assistant, type, variables, isByVisitor = false, language = null, isGreeted = true }: Start,
): ConversationRow {
  const { db, now } = context
  const visitor = visitorQueries(db).insert(tx, {
    uuid: newUuid(context),
    userId: assistant.user_id,
    assistantId: assistant.id,
    pageUrl: null,
    pageTitle: null,
    userAgent: null,
    language,
    timezone: null,
    now: now().getTime(),
  })
  return startConversation(tx, context, {
    isByVisitor,
    isGreeted,
    assistant,
    type,
    variables,
    visitorId: visitor.id,
  })
}

/** Lets a person answer a conversation from now on. */
export function handToPerson(tx: Tx, context: Needs, row: ConversationRow): void {
  const { db, now } = context
  if (!smsChatQueries(db).toPerson(tx, row.id, now())) return
  cutOff(tx, context, row)
  recordActivity(tx, context, row, { kind: 'mode', operatorId: null, data: { mode: 'human' } })
  recordConversation(tx, context, row.id, 'conversation.updated')
}
