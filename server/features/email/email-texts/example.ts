import type { EmailLanguage, EmailTexts } from '#contracts/email-texts.ts'
import type { Context } from '../../../context.ts'
import type { AssistantWithLanguage } from '../../assistants/queries.ts'
import { initialMessage } from '../../conversations/start.ts'
import { compose } from '../compose.ts'
import type { Recipient } from '../queries.ts'

type Needs = Pick<Context, 'config' | 'now'>

/** Name of the visitor in an example. */
const VISITOR = 'Ana'

/** An example of an email to a visitor, with texts that need not be stored; its links lead to no chat. */
export function exampleOf(
  context: Needs,
  assistant: AssistantWithLanguage,
  language: EmailLanguage,
  texts: EmailTexts,
) {
  const recipient: Recipient = {
    id: 0,
    uuid: '00000000-0000-4000-8000-000000000000',
    user_id: assistant.user_id,
    visitor_id: 0,
    visitor_name: VISITOR,
    address: 'ana@example.org',
    visitor_language: language,
    last_seen_at: 0,
    page_url: null,
    visitor_read_seq: 0,
    mailed_seq: 0,
    assistant_uuid: assistant.uuid,
    assistant_name: assistant.name,
    assistant_language: assistant.language,
    allowed_origins: '[]',
    widget_settings: assistant.widget_settings,
    is_on: 1,
    minutes: 1,
    is_stopped: 0,
    bounced_at: null,
    is_by_email: 0,
    their_message_id: null,
    their_subject: null,
  }
  const message = {
    seq: 1,
    author: 'assistant',
    author_name: assistant.name,
    content: initialMessage(assistant, () => JSON.parse(assistant.variables), context.now()) || '…',
    attachments: null,
    created_at: 0,
  }
  return compose(context, recipient, [message], '/email/unsubscribe/example', texts)
}
