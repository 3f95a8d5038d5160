import type { Context } from '../../context.ts'
import { reopenConversation } from '../conversations/end.ts'
import { type Posted, postMessage } from '../conversations/post.ts'
import type { ConversationRow } from '../conversations/queries.ts'
import { visitorQueries } from '../visitors/queries.ts'
import { askForAnswer } from './ask.ts'

interface Said extends Posted {
  /** The job that answers, unless a person does. */
  readonly jobId: number | undefined
}

/** The visitor says something: the message and the request for an answer are one commit. */
export function say(
  context: Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'jobs'>,
  conversation: ConversationRow,
  content: string,
  clientId?: string,
): Said {
  const { db } = context
  return db.transaction(() => {
    const visitor =
      conversation.visitor_id === null
        ? undefined
        : visitorQueries(db).find(conversation.visitor_id)
    const posted = postMessage(context, conversation, {
      author: 'visitor',
      authorName: visitor?.name ?? 'Visitor',
      content,
      ...(clientId !== undefined && { clientId }),
    })
    if (posted.isNew) reopenConversation(context, conversation)
    const answers = posted.isNew && conversation.ai_enabled === 1
    return { ...posted, jobId: answers ? askForAnswer(context, conversation.id) : undefined }
  })()
}
