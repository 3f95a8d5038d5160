import type { TestedEvent } from '#contracts/webhook-tests.ts'
import type { Context } from '../../context.ts'
import type { AssistantWithLanguage } from '../assistants/queries.ts'
import { postCallPayload } from '../calls/post-call-webhook.ts'
import { callQueries } from '../calls/queries.ts'
import { endedPayload } from '../conversations/ended-payload.ts'
import type { Field, Values } from '../conversations/extraction/fields.ts'
import { conversationQueries } from '../conversations/queries.ts'
import { payloadOfEnd } from '../conversations/report-end.ts'
import type { NewWebhook } from '../webhooks/enqueue.ts'
import { CUSTOMER, exampleCall, exampleConversation, exampleMessages } from './example.ts'
import { sampleQueries } from './queries.ts'

/** A payload and its subject, which an example does not have. */
export type Sample = Pick<NewWebhook, 'payload' | 'conversationId' | 'callId'>

type Needs = Pick<Context, 'db' | 'now' | 'origin'>

/** Sample payload for an assistant's event: from the newest matching record, or an example. */
export function sampleOf(
  context: Needs,
  event: TestedEvent,
  assistant: AssistantWithLanguage,
): Sample {
  switch (event) {
    case 'conversation_ended':
      return sampleEnd(context, assistant)
    case 'post_call':
      return sampleCall(context, assistant)
    case 'inbound_call':
      return { payload: { customer_phone: CUSTOMER.phone, assistant_phone: '+12025550100' } }
  }
}

function sampleEnd(context: Needs, assistant: AssistantWithLanguage): Sample {
  const { db, now } = context
  const extracted_variables = exampleValues(assistant)
  const id = sampleQueries(db).endedConversation(assistant.user_id, assistant.id)
  const conversation = id === undefined ? undefined : conversationQueries(db).byId(id)
  if (conversation) {
    const payload = payloadOfEnd(context, conversation, assistant)
    return { payload: { ...payload, extracted_variables }, conversationId: conversation.id }
  }
  const payload = endedPayload({
    conversation: exampleConversation(assistant, now()),
    assistant,
    messages: exampleMessages(now()),
    customer: CUSTOMER,
  })
  return { payload: { ...payload, extracted_variables } }
}

function sampleCall(context: Needs, assistant: AssistantWithLanguage): Sample {
  const { db, now } = context
  const id = sampleQueries(db).finishedCall(assistant.user_id, assistant.id)
  const call = id === undefined ? undefined : callQueries(db).byId(id)
  const values = exampleValues(assistant)
  return {
    payload: postCallPayload(context, call ?? exampleCall(assistant, now()), assistant, values),
    ...(call && { callId: call.id }),
  }
}

/** An example value for each extracted field, so that the receiver sees all names. */
function exampleValues({ post_call_schema }: AssistantWithLanguage): Values {
  const fields = JSON.parse(post_call_schema) as Field[]
  return Object.fromEntries(fields.map(({ name, type }) => [name, EXAMPLES[type]]))
}

const EXAMPLES = { string: 'example', number: 7, bool: true } as const
