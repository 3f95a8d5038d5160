import { useSignal } from '@preact/signals'
import type { ConversationDetail } from '#contracts/conversations.ts'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { titleOf } from '../../../app/people/people.ts'
import { fileNameOf, saveFile, saveJson } from '../../../app/save-file.ts'
import { t } from '../../../locales/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { Icon } from '../../../ui/icon.tsx'
import {
  BanIcon,
  ChatIcon,
  CheckIcon,
  ContactsIcon,
  MailIcon,
  MoreIcon,
  PanelIcon,
  PersonIcon,
} from '../../../ui/icons.tsx'
import {
  DownloadIcon,
  JsonIcon,
  LinkIcon,
  ListIcon,
  SnoozeIcon,
  TagIcon,
} from '../../../ui/icons-work.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { copy } from './message-actions.tsx'
import { transcriptOf } from './transcript.ts'

interface ConversationMenuProps {
  readonly desk: Desk
  readonly thread: ConversationDetail
  readonly areDetailsOpen: boolean
}

/** Actions on the open conversation, including those with shortcuts. */
export function ConversationMenu({ desk, thread, areDetailsOpen }: ConversationMenuProps) {
  const { commands } = desk
  const isBlocking = useSignal(false)
  const item = desk.inbox.find(thread.id)
  const isSnoozed = item !== undefined && item.snoozed_until !== null
  const entry = (id: string, label: string, icon: Icon, hint?: string) => {
    const [shortcut] = commands.keysOf(id)
    return (
      commands.isHere(id) && {
        label,
        icon,
        hint,
        ...(shortcut !== undefined && { shortcut }),
        onSelect: () => commands.run(id),
      }
    )
  }
  const link = `${location.origin}/app/inbox/${thread.id}`
  return (
    <>
      <Menu
        label={t('thread.actions')}
        align="end"
        items={[
          entry('conversation.assign', t('actions.assign'), PersonIcon, item?.assignee?.name),
          entry(
            'conversation.label',
            t('actions.label'),
            TagIcon,
            item?.labels.map(({ name }) => name).join(', ') || undefined,
          ),
          isSnoozed
            ? entry('conversation.unsnooze', t('actions.unsnooze'), SnoozeIcon)
            : entry('conversation.snooze', t('actions.snooze'), SnoozeIcon),
          entry('conversation.unread', t('actions.unread'), ChatIcon),
          thread.ended_at === null && entry('conversation.end', t('actions.end'), CheckIcon),
          'separator',
          entry(
            'conversation.details',
            areDetailsOpen ? t('thread.hideDetails') : t('thread.showDetails'),
            PanelIcon,
          ),
          thread.visitor &&
            desk.session.may('contacts') && {
              label: t('details.openContact'),
              icon: ContactsIcon,
              href: `/app/contacts/${thread.visitor.id}`,
            },
          {
            label: t('thread.openRecord'),
            icon: ListIcon,
            href: `/app/conversations/${thread.id}`,
          },
          desk.session.may('conversations.change') &&
            thread.activities.some(({ kind }) => kind === 'email_sent') && {
              label: t('thread.revokeLinks'),
              icon: MailIcon,
              onSelect: () => void revokeLinks(desk, thread),
            },
          thread.type !== 'test' &&
            desk.session.may('conversations.change') && {
              label: t('blocks.menu'),
              icon: BanIcon,
              isDanger: true,
              onSelect: () => {
                isBlocking.value = true
              },
            },
          'separator',
          {
            label: t('thread.copyLink'),
            icon: LinkIcon,
            onSelect: () => void copy(desk, link, t('thread.linkCopied')),
          },
          {
            label: t('thread.exportText'),
            icon: DownloadIcon,
            onSelect: () => void download(desk, thread, 'text'),
          },
          {
            label: t('thread.exportJson'),
            icon: JsonIcon,
            onSelect: () => void download(desk, thread, 'json'),
          },
        ]}
        trigger={(props) => <IconButton icon={MoreIcon} label={t('thread.actions')} {...props} />}
      />
      {isBlocking.value && (
        <BlockDialog
          desk={desk}
          conversation={thread.id}
          onClose={() => {
            isBlocking.value = false
          }}
        />
      )}
    </>
  )
}

/** Makes the unused links in the conversation's emails invalid. */
async function revokeLinks(
  { api, toasts }: Pick<Desk, 'api' | 'toasts'>,
  { id }: ConversationDetail,
): Promise<void> {
  try {
    const { revoked } = await api.revokeChatLinks({ params: { uuid: id } })
    toasts.show(revoked === 0 ? t('thread.noLinks') : t('thread.linksRevoked', { count: revoked }))
  } catch (failure) {
    toasts.show(explain(failure), 'danger')
  }
}

/** Downloads the entire conversation, including unloaded messages: the transcript, or all data. */
async function download(
  { api, toasts }: Pick<Desk, 'api' | 'toasts'>,
  { id }: ConversationDetail,
  kind: 'text' | 'json',
): Promise<void> {
  try {
    const whole = await api.getConversation({ params: { uuid: id } })
    const name = `${whole.created_at.slice(0, 10)}-${fileNameOf(titleOf(whole))}`
    if (kind === 'json') saveJson(whole, `${name}.json`)
    else {
      const text = new Blob([transcriptOf(whole)], { type: 'text/plain;charset=utf-8' })
      saveFile(text, `${name}.txt`)
    }
  } catch (failure) {
    toasts.show(`${t('thread.exportFailed')} ${explain(failure)}`, 'danger')
  }
}
