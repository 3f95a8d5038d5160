import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ConversationDetail } from '#contracts/conversations.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { DownIcon } from '../../../ui/icons.tsx'
import { Banner, Spinner } from '../../../ui/states.tsx'
import { VirtualList, type VirtualListHandle } from '../../../ui/virtual-list.tsx'
import type { ReplyModel } from '../compose/reply-model.ts'
import type { NotesModel } from './notes-model.ts'
import { restOf } from './pending-answer.ts'
import type { ThreadModel } from './thread-model.ts'
import { ThreadRow } from './thread-row.tsx'
import { type Row, rowOfMessage, threadRows } from './thread-rows.ts'
import { isAnyoneTyping } from './typing-row.tsx'
import { useAnnounced } from './use-announced.ts'

interface ThreadProps {
  readonly desk: Pick<
    Desk,
    'typing' | 'toasts' | 'announcer' | 'api' | 'session' | 'storage' | 'attending'
  >
  readonly model: ThreadModel
  /** Undefined if the operator cannot reply. */
  readonly reply?: ReplyModel
  /** Undefined if notes are read-only. */
  readonly notes?: NotesModel
  /** Sequence number of the linked message. */
  readonly target?: number | undefined
}

/** Estimated row heights, px. */
const HEIGHTS = {
  day: 44,
  unread: 44,
  message: 64,
  calls: 24,
  note: 90,
  activity: 30,
  pending: 64,
  outgoing: 64,
  typing: 4,
}

/** Messages by day, including the one being written; renders nothing until loaded. */
export function Thread(props: ThreadProps) {
  const thread = props.model.thread.value
  return thread ? <Log {...props} thread={thread} /> : null
}

function Log({
  desk,
  model,
  reply,
  notes,
  target,
  thread,
}: ThreadProps & { thread: ConversationDetail }) {
  const list = useRef<VirtualListHandle>(null)
  const outgoing = reply?.outbox.value ?? []
  const firstUnread = model.firstUnread.value
  const pending = pendingIn(thread, desk.attending.me.value)
  const isTyping = isAnyoneTyping(desk.typing, thread)
  const rows = useMemo(
    () => threadRows({ ...thread, outgoing, firstUnread, pending, isTyping }),
    [
      thread.messages,
      thread.message_count,
      thread.notes,
      thread.activities,
      outgoing,
      firstUnread,
      pending?.text,
      pending?.heldBy,
      isTyping,
    ],
  )
  const end = useEnd(model, list, outgoing.length)
  useAnnounced(desk.announcer, thread, outgoing)
  useTarget(model, list, target)

  return (
    <div class="thread-frame">
      <VirtualList
        class="thread-scroll"
        items={rows}
        keyOf={keyOf}
        estimate={(row) => HEIGHTS[row.kind]}
        render={(row) => (
          <ThreadRow
            desk={desk}
            row={row}
            thread={thread}
            reply={reply}
            notes={notes}
            target={target}
            onContinue={() => {
              void model.goOn().then((goesOn) => {
                if (!goesOn) desk.toasts.show(t('thread.goOnFailed'), 'danger')
              })
            }}
          />
        )}
        label={t('thread.messages')}
        role="log"
        anchor="end"
        startAt={startOf(target, firstUnread)}
        handle={list}
        isBusy={model.isLoadingPart.value}
        onNearStart={() => void model.loadOlder()}
        onNearEnd={() => void model.loadNewer()}
        onAtEnd={end.report}
        head={<Head model={model} />}
      />
      {!end.isHere && (
        <div class="new-messages">
          {end.hasNew ? (
            <Button kind="primary" size="small" icon={DownIcon} onClick={end.go}>
              {t('thread.newMessages')}
            </Button>
          ) : (
            <IconButton
              kind="secondary"
              icon={DownIcon}
              label={t('thread.latest')}
              onClick={end.go}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** The rest of an answer that the visitor does not see yet, unless it is being edited below. */
function pendingIn(thread: ConversationDetail, me: number | undefined) {
  const text = restOf(thread)
  const holder = thread.pending_answer?.held_by
  if (text === '' || (holder && holder.id === me)) return undefined
  return { text, heldBy: holder?.name }
}

const keyOf = ({ key }: Row) => key

function startOf(target: number | undefined, firstUnread: number | undefined): string | undefined {
  if (target !== undefined) return rowOfMessage(target)
  return firstUnread === undefined ? undefined : 'unread'
}

/** Above the first row: a loading indicator, or the error. */
function Head({ model }: Pick<ThreadProps, 'model'>) {
  if (model.partError.value !== undefined)
    return (
      <Banner tone="attention">
        {t('thread.partFailed')} {model.partError.value}
      </Banner>
    )
  if (!model.hasOlder.value) return null
  return (
    <div class="thread-more">
      <Spinner label={t('thread.loadingMore')} />
    </div>
  )
}

/** Follows the end of the thread, and indicates new messages when scrolled up. */
function useEnd(
  model: ThreadModel,
  list: { current: VirtualListHandle | null },
  outgoingCount: number,
) {
  const [isHere, setIsHere] = useState(true)
  const lastSeq = model.messages.value.at(-1)?.seq ?? 0
  const count = model.thread.value?.message_count ?? 0
  const seen = useRef(count)
  if (isHere && !model.hasNewer.value) seen.current = lastSeq
  const hasMore = model.hasNewer.value

  useEffect(() => {
    if (isHere && !hasMore) seeWhenVisible(model)
  }, [isHere, hasMore, lastSeq])
  useEffect(() => {
    const see = () => isHere && seeWhenVisible(model)
    addEventListener('visibilitychange', see)
    return () => removeEventListener('visibilitychange', see)
  }, [model, isHere])

  async function go(): Promise<void> {
    if (hasMore) await model.goTo(model.thread.value!.message_count)
    requestAnimationFrame(() => list.current?.scrollToEnd())
  }
  const holder = model.thread.value?.pending_answer?.held_by?.id
  const shownHolder = useRef(holder)
  useLayoutEffect(() => {
    if (shownHolder.current === holder) return
    shownHolder.current = holder
    // Holding an answer moves its rest from the thread to the field below, which takes room.
    if (isHere) requestAnimationFrame(() => list.current?.scrollToEnd())
  }, [holder])
  const sentCount = useRef(outgoingCount)
  useEffect(() => {
    // The operator's own new message always scrolls into view.
    if (outgoingCount > sentCount.current) void go()
    sentCount.current = outgoingCount
  }, [outgoingCount])

  return { isHere: isHere && !hasMore, hasNew: count > seen.current, report: setIsHere, go }
}

/** Scrolls to a linked message, including links followed while the thread is open. */
function useTarget(
  model: ThreadModel,
  list: { current: VirtualListHandle | null },
  target: number | undefined,
): void {
  const isFirst = useRef(true)
  useEffect(() => {
    const isOpening = isFirst.current
    isFirst.current = false
    if (target === undefined || isOpening) return
    void model.goTo(target).then((isThere) => {
      if (isThere)
        requestAnimationFrame(() => list.current?.scrollToKey(rowOfMessage(target), 'center'))
    })
  }, [target])
}

function seeWhenVisible(model: ThreadModel): void {
  if (!document.hidden) void model.markRead()
}
