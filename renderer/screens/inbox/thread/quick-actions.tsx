import type { ConversationDetail } from '#contracts/conversations.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Avatar } from '../../../ui/display.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { PersonPlusIcon, SnoozeIcon } from '../../../ui/icons-work.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'

interface QuickActionsProps {
  readonly desk: Pick<Desk, 'commands' | 'inbox'>
  readonly thread: ConversationDetail
}

/** The most frequent actions on the open conversation: assign, snooze, resolve. Narrow layouts have them in the menu only. */
export function QuickActions({ desk, thread }: QuickActionsProps) {
  const { commands } = desk
  const item = desk.inbox.find(thread.id)
  const isSnoozed = item !== undefined && item.snoozed_until !== null
  const snooze = isSnoozed ? 'unsnooze' : 'snooze'
  const actionOf = (id: string) => {
    const [shortcut] = commands.keysOf(id)
    return { ...(shortcut !== undefined && { shortcut }), onClick: () => commands.run(id) }
  }
  return (
    <span class="thread-actions">
      {item?.assignee ? (
        <Assignee
          name={item.assignee.name}
          id={item.assignee.id}
          {...actionOf('conversation.assign')}
        />
      ) : (
        <IconButton
          icon={PersonPlusIcon}
          label={t('actions.assign')}
          {...actionOf('conversation.assign')}
        />
      )}
      <IconButton
        icon={SnoozeIcon}
        label={t(`actions.${snooze}`)}
        aria-pressed={isSnoozed}
        {...actionOf(`conversation.${snooze}`)}
      />
      {thread.ended_at === null && (
        <IconButton
          icon={CheckIcon}
          label={t('actions.end')}
          kind="secondary"
          {...actionOf('conversation.end')}
        />
      )}
    </span>
  )
}

interface AssigneeProps {
  readonly name: string
  readonly id: number
  readonly shortcut?: string
  readonly onClick: () => void
}

/** The assignee's face; pressing it reassigns. */
function Assignee({ name, id, shortcut, onClick }: AssigneeProps) {
  const label = t('inbox.assignedTo', { name })
  return (
    <Tooltip text={label} shortcut={shortcut} isName>
      <button type="button" class="icon-button" onClick={onClick}>
        <Avatar name={name} id={String(id)} size="small" />
        <span class="visually-hidden">{label}</span>
      </button>
    </Tooltip>
  )
}
