import { effect, untracked } from '@preact/signals'
import type { DraftKind } from '#contracts/drafts.ts'
import type { Desk } from '../../app/desk.ts'
import { createAidModel } from './compose/aid-model.ts'
import { createApproveModel } from './compose/approve-model.ts'
import { createCannedModel } from './compose/canned-model.ts'
import { createColleagueReplyModel } from './compose/colleague-reply-model.ts'
import { createDraftModel } from './compose/draft-model.ts'
import { createHoldModel } from './compose/hold-model.ts'
import { createReplyModel } from './compose/reply-model.ts'
import { createUploadsModel } from './compose/uploads-model.ts'
import type { Resolving } from './list/resolving.ts'
import { createNotesModel } from './thread/notes-model.ts'
import { createThreadModel } from './thread/thread-model.ts'

type Needs = Pick<
  Desk,
  'api' | 'live' | 'storage' | 'toasts' | 'inbox' | 'attending' | 'session' | 'team'
> & { readonly resolving: Pick<Resolving, 'note' | 'endReplied'> }

/** All models of an open conversation, disposed of together. */
export function createConversationModels(desk: Needs, id: string, openAt: number | undefined) {
  const { api, live, storage, toasts, inbox, attending, resolving } = desk
  const me = () => attending.me.value
  const model = createThreadModel({
    api,
    live,
    id,
    openAt,
    marksRead: desk.session.may('conversations.change'),
    onSeen: () => inbox.markRead(id),
    me,
  })
  const draftOf = (kind: DraftKind) =>
    createDraftModel({ api, live, storage, conversation: id, kind, me })
  const [replyDraft, noteDraft] = [draftOf('reply'), draftOf('note')]
  const uploads = createUploadsModel({ api, conversation: id })
  const colleague = createColleagueReplyModel({
    thread: () => model.thread.value,
    isWriting: () => !reply.isEmpty(),
    me: () => desk.team.me.value,
  })
  const reply = createReplyModel({
    api,
    storage,
    conversation: id,
    draft: replyDraft,
    uploads,
    takeOver: model.dial.takeOver,
    askFirst: colleague.ask,
    newest: () => model.thread.value?.message_count ?? 0,
    onSent: model.receive,
    onResolve: (isLatest) => resolving.endReplied(id, isLatest),
    onReplying: attending.setReplying,
  })
  const aid = createAidModel({
    api,
    conversation: id,
    text: () => replyDraft.text.value,
    replace: reply.replace,
  })
  const notes = createNotesModel({
    api,
    toasts,
    conversation: id,
    me,
    draft: noteDraft,
    onNote: model.receiveNote,
    onForget: model.forgetNote,
  })
  const approve = createApproveModel({
    api,
    storage,
    id,
    thread: () => model.thread.value,
    onProposal: model.propose,
    onSent: model.receive,
  })
  const hold = createHoldModel({
    api,
    storage,
    id,
    tab: attending.tab,
    me,
    thread: () => model.thread.value,
    onPending: model.suspend,
    onHolding: attending.setHolding,
  })
  const canned = createCannedModel({ api, live })

  // Adopts the server's drafts from the first load only; later changes arrive as events.
  let isAdopted = false
  const stopAdopting = effect(() => {
    const thread = model.thread.value
    if (!thread || isAdopted) return
    isAdopted = true
    untracked(() => {
      for (const draft of [replyDraft, noteDraft]) draft.adopt(thread.drafts)
      const mine = thread.drafts.find(({ kind }) => kind === 'reply')
      if (mine) colleague.startAt(mine.updated_at)
      void reply.resend()
    })
  })
  const stopResending = live.onResume(() => void reply.resend())

  return {
    model,
    reply,
    colleague,
    /** Sends the reply and resolves the conversation. */
    sendLast(): void {
      resolving.note(id)
      void reply.send({ isLast: true })
    },
    aid,
    notes,
    approve,
    hold,
    canned,
    stop(): void {
      stopAdopting()
      stopResending()
      for (const one of [
        aid,
        hold,
        model,
        reply,
        colleague,
        replyDraft,
        noteDraft,
        uploads,
        canned,
      ])
        one.stop()
    },
  }
}
