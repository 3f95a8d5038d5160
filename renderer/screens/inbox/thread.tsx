import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Message } from '#contracts/messages.ts'
import type { Desk } from '../../desk.ts'
import { Button } from '../../ui/button.tsx'
import { DownIcon } from '../../ui/icons.tsx'
import { dayName, dayOf, toDate } from '../../ui/time.tsx'
import { MessageRow } from './message-row.tsx'
import { OutgoingRow } from './outgoing-row.tsx'
import type { ReplyModel } from './reply-model.ts'
import type { ThreadModel } from './thread-model.ts'
import { TypingRow } from './typing-row.tsx'
import { useStickyScroll } from './use-sticky-scroll.ts'

interface ThreadProps {
  readonly desk: Pick<Desk, 'typing'>
  readonly model: ThreadModel
  /** Absent where nobody replies as a person. */
  readonly reply?: ReplyModel
}

/** What was said, day by day, and what is being said. */
export function Thread({ desk, model, reply }: ThreadProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const messages = model.messages.value
  const waiting = reply?.outbox.value ?? []
  const scroll = useStickyScroll(scroller, messages.length, waiting.length)

  useSignalEffect(() => {
    if (model.messages.value.length > 0 && scroll.isAtBottom.value) seeWhenVisible(model)
  })
  useEffect(() => {
    const see = () => scroll.isAtBottom.value && seeWhenVisible(model)
    addEventListener('visibilitychange', see)
    return () => removeEventListener('visibilitychange', see)
  }, [model])

  return (
    <div class="thread-frame">
      <section
        class="thread-scroll"
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls must be reachable by keyboard
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label="Messages"
      >
        <ol class="messages">
          {messages.map((message, index) => (
            <Entry
              key={message.id}
              message={message}
              previous={messages[index - 1]}
              isFirstUnread={message.seq === model.firstUnread.value}
            />
          ))}
          {waiting.map((entry) => (
            <OutgoingRow key={entry.client_id} entry={entry} reply={reply!} />
          ))}
          <TypingRow typing={desk.typing} id={model.id} messages={messages} />
        </ol>
      </section>
      <Announcer messages={messages} />
      {scroll.hasNew.value && (
        <div class="new-messages">
          <Button kind="primary" size="small" icon={DownIcon} onClick={scroll.toBottom}>
            New messages
          </Button>
        </div>
      )}
    </div>
  )
}

function seeWhenVisible(model: ThreadModel): void {
  if (!document.hidden) void model.see()
}

interface EntryProps {
  readonly message: Message
  readonly previous: Message | undefined
  readonly isFirstUnread: boolean
}

/** Messages of one author closer together than this are one run, ms. */
const RUN = 5 * 60_000

function Entry({ message, previous, isFirstUnread }: EntryProps) {
  const at = toDate(message.created_at)
  const before = previous && toDate(previous.created_at)
  const isNewDay = !before || dayOf(at) !== dayOf(before)
  const continues =
    !isNewDay &&
    !isFirstUnread &&
    previous?.author === message.author &&
    at.getTime() - before.getTime() < RUN
  return (
    <>
      {isNewDay && <li class="separator">{dayName(at)}</li>}
      {isFirstUnread && (
        <li class="separator is-new" data-first-unread>
          New
        </li>
      )}
      <MessageRow message={message} isFirst={!continues} />
    </>
  )
}

/** Reads out what has been said since the thread was opened: whole messages, never the history. */
function Announcer({ messages }: { readonly messages: readonly Message[] }) {
  const from = useRef(messages.at(-1)?.seq ?? 0)
  const said = messages
    .filter(
      ({ seq, author, status }) =>
        seq > from.current && author !== 'operator' && status !== 'streaming',
    )
    .slice(-3)
  return (
    <div class="visually-hidden" role="status">
      {said.map(({ id, author_name, content }) => (
        <p key={id}>
          {author_name}: {content}
        </p>
      ))}
    </div>
  )
}
