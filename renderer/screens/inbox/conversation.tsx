import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { useCommands } from '../../app/keys/shortcuts.ts'
import { titleOf } from '../../app/people/people.ts'
import { queryState } from '../../app/query-state.ts'
import { t } from '../../locales/translate.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { useModel } from '../../ui/use-model.ts'
import { CallBar } from '../calls/live/call-bar.tsx'
import { CannotAnswer } from '../records/cannot-answer.tsx'
import { Composer, useWriting, type Writing } from './compose/composer.tsx'
import { createConversationModels } from './conversation-models.ts'
import { Details } from './details/details.tsx'
import { useDetails } from './details/use-details.ts'
import { conversationAt } from './list/list-place.ts'
import type { Resolving } from './list/resolving.ts'
import { Thread } from './thread/thread.tsx'
import { ThreadHead } from './thread/thread-head.tsx'

interface ConversationProps {
  readonly desk: Desk
  readonly id: string
  readonly resolving: Pick<Resolving, 'note' | 'endReplied'>
  readonly onClose: () => void
}

/** An open conversation: thread, composer and details. */
export function Conversation({ desk, id, resolving, onClose }: ConversationProps) {
  const { attending, preferences, address } = desk
  const mayChange = desk.session.may('conversations.change')
  const link = useModel(() => ({ message: queryState(address, 'message', { fallback: '' }) }))
  const target = seqOf(link.message.value)
  const models = useModel(() => createConversationModels({ ...desk, resolving }, id, target))
  const { model, reply, notes } = models
  const details = useDetails(preferences.details)
  const thread = model.thread.value
  const [writing, write] = useWriting(thread)
  const [focusTurn, focusOn] = useState(0)
  // A layout effect, so that the next key is typed into the field instead of acting as a shortcut.
  useLayoutEffect(() => {
    if (focusTurn > 0) document.querySelector<HTMLElement>('.composer-text')?.focus()
  }, [focusTurn])

  // A layout effect, so that the request does not wait for a paint.
  useLayoutEffect(() => void model.load(), [model])
  useEffect(() => attending.view(id), [id])
  // The address is ahead by a paint: until then, no shortcut must act on the conversation that is being left.
  const isCurrent = () => (conversationAt(address.path.peek()) ?? id) === id
  const begin = (what: Writing) => {
    write(what)
    focusOn((turn) => turn + 1)
  }
  useCommands(desk, [
    ...(mayChange
      ? [
          { id: 'conversation.reply', when: isCurrent, run: () => begin('reply') },
          { id: 'conversation.note', when: isCurrent, run: () => begin('note') },
          {
            id: 'conversation.replyAndEnd',
            inFields: true,
            when: () => isCurrent() && writing === 'reply' && !reply.isEmpty(),
            run: models.sendLast,
          },
        ]
      : []),
    { id: 'conversation.details', run: details.toggle },
  ])
  useKeys(true, { Escape: onClose })

  // The list already knows who this is.
  const known = thread ?? (model.error.value === undefined ? desk.inbox.find(id) : undefined)
  if (!known) return <Missing error={model.error.value} onRetry={model.load} />
  return (
    <>
      <section
        class="thread-pane"
        aria-label={t('thread.conversationWith', { name: titleOf(known) })}
      >
        <ThreadHead
          desk={desk}
          dial={model.dial}
          isCurrent={isCurrent}
          known={known}
          thread={thread}
          areDetailsOpen={details.isOpen}
          onToggleDetails={details.toggle}
        />
        {!thread && <Loading label={t('thread.loading')} />}
        {thread && mayChange && (
          <CallBar desk={desk} call={thread.call} company={thread.call_company} hasDial />
        )}
        {thread && (
          <Thread desk={desk} model={model} {...(mayChange && { reply, notes })} target={target} />
        )}
        {thread && thread.ai_mode !== 'human' && thread.ended_at === null && (
          <CannotAnswer desk={desk} assistant={thread.assistant_id} />
        )}
        {thread && mayChange && (
          <Composer
            {...models}
            desk={desk}
            writing={writing}
            onWriting={begin}
            onShow={(seq) => {
              link.message.value = String(seq)
            }}
          />
        )}
      </section>
      {details.isOpen &&
        (thread ? (
          <Details desk={desk} model={model} thread={thread} onClose={details.toggle} />
        ) : (
          <aside class="details" aria-hidden="true" />
        ))}
    </>
  )
}

/** Sequence number of the message to open, from the address. */
function seqOf(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

interface MissingProps {
  readonly error: string | undefined
  readonly onRetry: () => void
}

function Missing({ error, onRetry }: MissingProps) {
  return (
    <section class="thread-pane" aria-label={t('thread.conversation')}>
      {error ? (
        <ErrorState title={t('thread.missing')} onRetry={onRetry}>
          <p>{error}</p>
          <LinkButton href="/app/inbox" kind="quiet">
            {t('thread.backToInbox')}
          </LinkButton>
        </ErrorState>
      ) : (
        <Loading label={t('thread.loading')} />
      )}
    </section>
  )
}
