import type { ConversationDetail } from '#contracts/conversations.ts'
import type { Message } from '#contracts/messages.ts'
import type { Desk } from '../../../app/desk.ts'
import { titleOf } from '../../../app/people/people.ts'
import { t } from '../../../locales/translate.ts'
import type { EntryDraft } from '../../knowledge/entries/form-model.ts'
import type { ReplyModel } from '../compose/reply-model.ts'
import { ActivityRow } from './activity-row.tsx'
import { MessageRow } from './message-row.tsx'
import { NoteRow } from './note-row.tsx'
import type { NotesModel } from './notes-model.ts'
import { OutgoingRow } from './outgoing-row.tsx'
import { PendingRow } from './pending-row.tsx'
import type { Row } from './thread-rows.ts'
import { ToolCalls } from './tool-calls.tsx'
import { TypingRow } from './typing-row.tsx'
import { WaitingCall } from './waiting-call.tsx'

interface ThreadRowProps {
  readonly desk: Pick<Desk, 'typing' | 'toasts' | 'api' | 'session' | 'storage'>
  readonly row: Row
  readonly thread: ConversationDetail
  readonly reply: ReplyModel | undefined
  readonly notes: NotesModel | undefined
  readonly target: number | undefined
  /** Asks the assistant to continue its last answer. */
  readonly onContinue: () => void
}

/** A row of a thread. */
export function ThreadRow(props: ThreadRowProps) {
  const { desk, row, thread, reply, notes, target, onContinue } = props
  switch (row.kind) {
    case 'day':
      return <p class="separator">{row.name}</p>
    case 'unread':
      return <p class="separator is-new">{t('thread.newHere')}</p>
    case 'message':
      return (
        <MessageRow
          desk={desk}
          conversation={thread.id}
          message={row.message}
          visitor={titleOf(thread)}
          assistantPicture={thread.assistant_picture}
          isFirst={row.isFirst}
          edit={editOf(row.message, thread)}
          approval={thread.approvals.find((one) => one.message_id === row.message.id)}
          draftOf={
            isAnswer(row.message) && desk.session.may('knowledge')
              ? () => entryDraftOf(row.message, thread)
              : undefined
          }
          isTarget={row.message.seq === target}
          seen={seenState(row.message, thread)}
          onContinue={
            desk.session.may('conversations.change') && canContinue(row.message, thread)
              ? onContinue
              : undefined
          }
        />
      )
    case 'calls':
      return (
        <>
          <ToolCalls calls={row.calls.filter(({ status }) => status !== 'waiting')} />
          {row.calls
            .filter(({ status }) => status === 'waiting')
            .map((call) => (
              <WaitingCall key={call.id} desk={desk} conversation={thread.id} call={call} />
            ))}
        </>
      )
    case 'note':
      return <NoteRow note={row.note} model={notes} />
    case 'activity':
      return <ActivityRow activity={row.activity} />
    case 'outgoing':
      return <OutgoingRow entry={row.entry} reply={reply!} />
    case 'pending':
      return <PendingRow text={row.text} heldBy={row.heldBy} />
    case 'typing':
      return (
        <TypingRow
          typing={desk.typing}
          id={thread.id}
          name={titleOf(thread)}
          messages={thread.messages}
          isCall={thread.call !== null}
          speaker={thread.call_company?.speaker?.name}
        />
      )
  }
}

/** The operator who edited an answer before it was sent, and the assistant's own text. */
function editOf({ id }: Message, { activities }: Pick<ConversationDetail, 'activities'>) {
  const edit = activities.find(
    ({ kind, data }) => kind === 'answer_edited' && data['message_id'] === id,
  )
  return edit && { name: edit.by?.name ?? t('dial.somebody'), draft: String(edit.data['draft']) }
}

/** Reports whether a message is the last answer, was interrupted, and has no reply from anybody else. */
function canContinue(
  { seq, author, status }: ConversationDetail['messages'][number],
  { message_count, ai_mode, ended_at }: ConversationDetail,
): boolean {
  const isCutOff = author === 'assistant' && status === 'interrupted' && seq === message_count
  return isCutOff && ai_mode === 'auto' && ended_at === null
}

/** Reports whether a message is a complete one to the visitor, after something they said. */
function isAnswer({ seq, author, status }: ConversationDetail['messages'][number]): boolean {
  return seq > 1 && author !== 'visitor' && status === 'complete'
}

/** An answer as an entry of a knowledge base, for the visitor's last message before it. */
function entryDraftOf(
  { seq, content }: ConversationDetail['messages'][number],
  { id, assistant_id, messages }: ConversationDetail,
): EntryDraft {
  const asked = messages.findLast((one) => one.author === 'visitor' && one.seq < seq)
  return {
    question: asked?.content ?? '',
    answer: content,
    source: { conversation: id, seq },
    assistant: assistant_id,
  }
}

/** Read receipt below the last message to the visitor. */
function seenState(
  { seq, author, status }: ConversationDetail['messages'][number],
  { messages, visitor_read_seq, visitor }: ConversationDetail,
): 'sent' | 'seen' | undefined {
  if (author === 'visitor' || status !== 'complete' || !visitor) return undefined
  if (messages.at(-1)?.seq !== seq || author !== 'operator') return undefined
  return visitor_read_seq >= seq ? 'seen' : 'sent'
}
