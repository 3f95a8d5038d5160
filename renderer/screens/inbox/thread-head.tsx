import type { ConversationDetail } from '#contracts/conversations.ts'
import { titleOf } from '../../people.ts'
import { IconButton } from '../../ui/button.tsx'
import { Avatar, Badge } from '../../ui/display.tsx'
import { BackIcon, PanelIcon } from '../../ui/icons.tsx'

interface ThreadHeadProps {
  readonly thread: ConversationDetail
  readonly areDetailsOpen: boolean
  readonly onToggleDetails: () => void
}

/** Whom the conversation is with, and how it stands. */
export function ThreadHead({ thread, areDetailsOpen, onToggleDetails }: ThreadHeadProps) {
  const name = titleOf(thread)
  const { visitor } = thread
  return (
    <header class="thread-head">
      <a class="icon-button thread-back" href="/app/inbox" aria-label="Back to the list">
        <BackIcon />
      </a>
      <Avatar name={name} id={visitor?.id ?? thread.id} isOnline={visitor?.online} />
      <div class="thread-who">
        <h2 tabIndex={-1} dir="auto">
          {name}
        </h2>
        <p>
          {visitor && (visitor.online ? 'Online now' : 'Not online right now')}
          {!visitor && 'Started from the assistant’s page'}
        </p>
      </div>
      <State thread={thread} />
      <IconButton
        icon={PanelIcon}
        label={areDetailsOpen ? 'Hide the details (d)' : 'Show the details (d)'}
        aria-expanded={areDetailsOpen}
        onClick={onToggleDetails}
      />
    </header>
  )
}

function State({ thread }: Pick<ThreadHeadProps, 'thread'>) {
  if (thread.ended_at !== null) return <Badge>Ended</Badge>
  return thread.ai_enabled ? (
    <Badge tone="ai">Assistant answers</Badge>
  ) : (
    <Badge tone="person">With a person</Badge>
  )
}
