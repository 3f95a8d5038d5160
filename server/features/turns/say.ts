import type { Context } from '../../context.ts'
import { reopenConversation } from '../conversations/end.ts'
import { heedVisitor } from '../conversations/needs-person.ts'
import { type Posted, postMessage } from '../conversations/post.ts'
import type { ConversationRow } from '../conversations/queries.ts'
import { overtakeProposal } from '../proposals/record.ts'
import { visitorQueries } from '../visitors/queries.ts'
import { askForAnswer } from './ask.ts'
import type { Turns } from './run.ts'

interface Said extends Posted {
  /** The job that answers or drafts an answer, unless a person answers. */
  readonly jobId: number | undefined
}

/** What it takes to say something. */
export type SayNeeds = Pick<Context, 'db' | 'events' | 'hub' | 'now' | 'jobs'> & {
  readonly turns: Turns
}

/** The visitor says something: the message and the request for an answer are one commit. */
export function say(
  context: SayNeeds,
  conversation: ConversationRow,
  content: string,
  clientId?: string,
): Said {
  const { db, turns } = context
  const { isOvertaken, ...said } = db.transaction(() => {
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
    if (!posted.isNew) return { ...posted, jobId: undefined, isOvertaken: false }
    reopenConversation(context, conversation, null)
    heedVisitor(context, conversation, content)
    const isAnswered = conversation.ai_mode !== 'human'
    return {
      ...posted,
      jobId: isAnswered ? askForAnswer(context, conversation.id) : undefined,
      isOvertaken: overtakeProposal(context, conversation),
    }
  })()
  // A draft that answers half of what was said is not worth its end.
  if (isOvertaken) turns.abort(conversation.id)
  return said
}
