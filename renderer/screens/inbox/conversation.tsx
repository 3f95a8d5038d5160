import { useEffect } from 'preact/hooks'
import type { Desk } from '../../desk.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { useModel } from '../../ui/use-model.ts'
import { Composer } from './composer.tsx'
import { Details } from './details.tsx'
import { createReplyModel } from './reply-model.ts'
import { Thread } from './thread.tsx'
import { ThreadHead } from './thread-head.tsx'
import { createThreadModel } from './thread-model.ts'
import { useDetails } from './use-details.ts'

interface ConversationProps {
  readonly desk: Desk
  readonly id: string
  readonly onClose: () => void
}

/** One conversation: what was said, what can be said, and who it is with. */
export function Conversation({ desk, id, onClose }: ConversationProps) {
  const { inbox, preferences } = desk
  const model = useModel(() =>
    createThreadModel({
      ...desk,
      id,
      unread: inbox.find(id)?.unread ?? 0,
      onSeen: () => inbox.see(id),
    }),
  )
  const reply = useModel(() =>
    createReplyModel({
      ...desk,
      conversation: id,
      takeWord: model.takeOver,
      onSent: model.receive,
    }),
  )
  const details = useDetails(preferences.details)

  useEffect(() => void model.load(), [model])
  useKeys(preferences.shortcuts.value, {
    r: () => document.querySelector<HTMLElement>('.composer textarea')?.focus(),
    t: () => switchWord().catch(() => undefined),
    d: details.toggle,
  })
  useKeys(true, { Escape: onClose })

  function switchWord(): Promise<void> {
    return model.thread.value?.ai_enabled ? model.takeOver() : model.handBack()
  }

  const thread = model.thread.value
  if (!thread) return <Missing error={model.error.value} onRetry={model.load} />
  return (
    <>
      <section class="thread-pane" aria-label="Conversation">
        <ThreadHead
          thread={thread}
          areDetailsOpen={details.isOpen}
          onToggleDetails={details.toggle}
        />
        <Thread desk={desk} model={model} reply={reply} />
        <Composer model={model} reply={reply} />
      </section>
      {details.isOpen && <Details thread={thread} onClose={details.toggle} />}
    </>
  )
}

interface MissingProps {
  readonly error: string | undefined
  readonly onRetry: () => void
}

function Missing({ error, onRetry }: MissingProps) {
  return (
    <section class="thread-pane" aria-label="Conversation">
      {error ? (
        <ErrorState title="The conversation could not be opened" onRetry={onRetry}>
          <p>{error}</p>
          <LinkButton href="/app/inbox" kind="quiet">
            Back to the inbox
          </LinkButton>
        </ErrorState>
      ) : (
        <Loading label="Loading the conversation" />
      )}
    </section>
  )
}
