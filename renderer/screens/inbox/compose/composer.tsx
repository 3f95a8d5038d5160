import { useState } from 'preact/hooks'
import type { ConversationDetail } from '#contracts/conversations.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { PersonIcon } from '../../../ui/icons.tsx'
import { NoteIcon, PaperclipIcon, ReplyIcon } from '../../../ui/icons-work.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Banner } from '../../../ui/states.tsx'
import type { NotesModel } from '../thread/notes-model.ts'
import type { ThreadModel } from '../thread/thread-model.ts'
import type { AidModel } from './aid-model.ts'
import { Approve } from './approve.tsx'
import type { ApproveModel } from './approve-model.ts'
import type { CannedModel } from './canned-model.ts'
import { ColleagueReply } from './colleague-reply.tsx'
import type { ColleagueReplyModel } from './colleague-reply-model.ts'
import { Colleagues } from './colleagues-row.tsx'
import { DialNotice } from './dial-notice.tsx'
import { Hold } from './hold.tsx'
import type { HoldModel } from './hold-model.ts'
import { NoteBox } from './note-box.tsx'
import { OtherDraft } from './other-draft.tsx'
import { ReplyBox } from './reply-box.tsx'
import type { ReplyModel } from './reply-model.ts'
import { WindowNotice } from './window-notice.tsx'

/** Kind of message being written. */
export type Writing = 'reply' | 'note'

interface ComposerProps {
  readonly desk: Pick<
    Desk,
    'api' | 'attending' | 'commands' | 'live' | 'preferences' | 'session' | 'team' | 'toasts'
  >
  readonly model: ThreadModel
  readonly reply: ReplyModel
  readonly colleague: ColleagueReplyModel
  /** Sends the reply and resolves the conversation. */
  readonly sendLast: () => void
  readonly aid: AidModel
  readonly notes: NotesModel
  readonly canned: CannedModel
  readonly approve: ApproveModel
  readonly hold: HoldModel
  readonly writing: Writing
  readonly onWriting: (writing: Writing) => void
  /** Shows a message in the thread. */
  readonly onShow: (seq: number) => void
}

/** Composer for replies to the visitor and for private notes, which have a different background. */
export function Composer(props: ComposerProps) {
  const { desk, model, reply, aid, notes, canned, approve, hold, writing, onWriting } = props
  const thread = model.thread.value!
  const isNote = writing === 'note'
  return (
    <DropZone
      icon={PaperclipIcon}
      hint={t('composer.dropHere')}
      isOn={!isNote}
      onFiles={reply.uploads.add}
    >
      <footer class={`composer ${isNote ? 'is-note' : ''}`}>
        <DialNotice model={model.dial} />
        {thread.type === 'messenger' && <WindowNotice desk={desk} id={thread.id} />}
        {thread.ended_at !== null && !isNote && (
          <Banner icon={PersonIcon}>{t('thread.endedBanner')}</Banner>
        )}
        <Approve
          model={approve}
          isWaiting={thread.messages.at(-1)?.author === 'visitor'}
          onReply={reply.type}
        />
        <Hold model={hold} onReply={reply.type} />
        <div class="composer-top">
          <Segmented
            label={t('composer.writeAs')}
            size="small"
            options={[
              { value: 'reply', label: t('composer.reply'), icon: ReplyIcon },
              { value: 'note', label: t('thread.note'), icon: NoteIcon },
            ]}
            value={writing}
            onChoose={onWriting}
          />
          <Colleagues desk={desk} thread={thread} />
        </div>
        <ColleagueReply model={props.colleague} onShow={props.onShow} />
        <OtherDraft draft={isNote ? notes.draft : reply.draft} />
        {isNote ? (
          <NoteBox desk={desk} notes={notes} />
        ) : (
          <ReplyBox
            desk={desk}
            thread={thread}
            reply={reply}
            sendLast={props.sendLast}
            canned={canned}
            aid={aid}
            onNote={(text) => {
              const before = notes.draft.text.value
              notes.type(before === '' ? text : `${before}\n\n${text}`)
              onWriting('note')
            }}
          />
        )}
      </footer>
    </DropZone>
  )
}

/** Drafts of the open conversation. */
export function useWriting(thread: ConversationDetail | undefined) {
  const [chosen, choose] = useState<Writing>()
  const hasOnlyNote = thread?.drafts.length === 1 && thread.drafts[0]?.kind === 'note'
  return [chosen ?? (hasOnlyNote ? 'note' : 'reply'), choose] as const
}
