import './messenger.css'
import { useSignal } from '@preact/signals'
import type { MessengerSender } from '#contracts/messenger-senders.ts'
import type { Desk } from '../../../../app/desk.ts'
import { t } from '../../../../locales/translate.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Badge, Card } from '../../../../ui/display.tsx'
import { ChatsIcon, MoreIcon, PlusIcon, TrashIcon } from '../../../../ui/icons.tsx'
import { EditIcon, LinkIcon, MobileIcon, NoteIcon } from '../../../../ui/icons-work.tsx'
import { Menu } from '../../../../ui/menu.tsx'
import { Empty, ErrorState, Loading } from '../../../../ui/states.tsx'
import { useModel } from '../../../../ui/use-model.ts'
import { assistantOptions } from '../../../records/assistant-options.ts'
import { BotDialog } from './bot-dialog.tsx'
import { NumberDialog } from './number-dialog.tsx'
import { SenderDialog } from './sender-dialog.tsx'
import { createSendersModel, type SendersModel } from './senders-model.ts'
import { TemplatesDialog } from './templates-dialog.tsx'

interface CardProps {
  readonly desk: Pick<Desk, 'api' | 'live' | 'session' | 'toasts'>
}

/** Which dialog is open, and about which sender. */
type Opened =
  | { readonly what: 'new' | 'new-bot' | 'new-number' }
  | {
      readonly what: 'edit' | 'connection' | 'templates' | 'delete'
      readonly sender: MessengerSender
    }

/** Senders of the messaging channel. */
export function SendersCard({ desk }: CardProps) {
  const model = useModel(() => createSendersModel(desk.api, desk.live))
  const opened = useSignal<Opened | undefined>(undefined)
  const mayChange = desk.session.may('numbers')
  const add = (what: 'new' | 'new-bot' | 'new-number') => {
    opened.value = { what }
  }
  return (
    <Card
      title={t('messenger.title')}
      note={t('messenger.note')}
      actions={
        mayChange && (
          <>
            <Button size="small" icon={PlusIcon} onClick={() => add('new-bot')}>
              {t('messenger.bot.add')}
            </Button>
            <Button size="small" icon={PlusIcon} onClick={() => add('new-number')}>
              {t('messenger.cloud.add')}
            </Button>
            <Button size="small" icon={PlusIcon} onClick={() => add('new')}>
              {t('messenger.add')}
            </Button>
          </>
        )
      }
    >
      <List desk={desk} model={model} onOpen={(next) => (opened.value = next)} />
      <Dialogs
        desk={desk}
        model={model}
        opened={opened.value}
        onClose={() => {
          opened.value = undefined
        }}
      />
    </Card>
  )
}

interface ListProps extends CardProps {
  readonly model: SendersModel
  readonly onOpen: (opened: Opened) => void
}

function List({ desk, model, onOpen }: ListProps) {
  const assistants = useModel(() => ({ options: assistantOptions(desk.api) })).options
  const { list, error } = model
  if (!list.value) {
    return error.value ? (
      <ErrorState title={t('messenger.failed')} onRetry={() => void model.load()}>
        <p>{error.value}</p>
      </ErrorState>
    ) : (
      <Loading label={t('messenger.loading')} rows={2} />
    )
  }
  if (list.value.length === 0) {
    return (
      <Empty icon={ChatsIcon} title={t('messenger.empty')} isSmall>
        <p>{t('messenger.emptyHint')}</p>
      </Empty>
    )
  }
  return (
    <ul class="messenger-senders">
      {list.value.map((sender) => (
        <li key={sender.id}>
          <div class="messenger-sender">
            <strong>
              <bdi>{sender.display_name}</bdi>
            </strong>
            <span class="quiet">
              <span dir="ltr">{sender.phone_number}</span> ·{' '}
              <bdi>
                {assistants.value.find(({ id }) => id === sender.assistant_id)?.name ??
                  t('messenger.answeredByPeople')}
              </bdi>
            </span>
            <Troubles sender={sender} />
          </div>
          {sender.bot || sender.connection ? (
            <State sender={sender} />
          ) : (
            <Badge tone={sender.status === 'online' ? 'ok' : 'danger'} isDot>
              {t(`messenger.statuses.${sender.status}`)}
            </Badge>
          )}
          <RowMenu desk={desk} sender={sender} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

const TONES = {
  connecting: 'neutral',
  waiting: 'attention',
  connected: 'ok',
  failing: 'danger',
  paused: 'danger',
} as const

function State({ sender: { bot, connection } }: { readonly sender: MessengerSender }) {
  const state = bot?.state ?? connection?.state
  if (!state) return null
  return (
    <span class="messenger-state">
      <Badge tone="neutral">{bot ? t('messenger.bot.kind') : t('messenger.cloud.kind')}</Badge>
      <Badge tone={TONES[state]} isDot>
        {t(`messenger.bot.states.${state}`)}
      </Badge>
    </span>
  )
}

/** Why a service does not serve a sender, and what was left out of what it reports. */
function Troubles({ sender: { bot, connection } }: { readonly sender: MessengerSender }) {
  const known = bot ?? connection
  if (!known) return null
  const { error, allowable, ignored, ignored_reason } = known
  return (
    <>
      {error && (
        <span class="messenger-trouble" dir="auto">
          {error}{' '}
          {allowable && (
            <a href={`/app/settings/network?allow=${encodeURIComponent(allowable)}`}>
              {t('channels.allow')}
            </a>
          )}
        </span>
      )}
      {ignored > 0 && (
        <span class="quiet" dir="auto">
          {t('messenger.bot.ignoredNote', { count: ignored, reason: ignored_reason ?? '' })}
        </span>
      )}
    </>
  )
}

interface RowMenuProps extends Pick<ListProps, 'desk' | 'onOpen'> {
  readonly sender: MessengerSender
}

function RowMenu({ desk, sender, onOpen }: RowMenuProps) {
  const label = t('messenger.actions', { name: sender.display_name })
  const mayChange = desk.session.may('numbers')
  // The numbers of the owner's provider are connected by the owner.
  const mayConnect =
    mayChange && (sender.connection?.kind !== 'form' || desk.session.may('server.providers'))
  return (
    <Menu
      label={label}
      align="end"
      items={[
        sender.capabilities?.has_templates && {
          label: t('messenger.templates'),
          icon: NoteIcon,
          onSelect: () => onOpen({ what: 'templates', sender }),
        },
        mayConnect &&
          (sender.bot || sender.connection) && {
            label: t('messenger.bot.reconnect'),
            icon: LinkIcon,
            onSelect: () => onOpen({ what: 'connection', sender }),
          },
        sender.capabilities?.is_played &&
          desk.session.may('outreach') && {
            label: t('messenger.phone'),
            icon: MobileIcon,
            href: `/app/messenger-phone?sender=${sender.id}`,
          },
        mayChange && {
          label: t('messenger.edit'),
          icon: EditIcon,
          onSelect: () => onOpen({ what: 'edit', sender }),
        },
        mayChange && 'separator',
        mayChange && {
          label: t('messenger.delete'),
          icon: TrashIcon,
          isDanger: true,
          onSelect: () => onOpen({ what: 'delete', sender }),
        },
      ]}
      trigger={(props) => <IconButton {...props} icon={MoreIcon} label={label} size="small" />}
    />
  )
}

interface DialogsProps extends CardProps {
  readonly model: SendersModel
  readonly opened: Opened | undefined
  readonly onClose: () => void
}

function Dialogs({ desk, model, opened, onClose }: DialogsProps) {
  if (!opened) return null
  const done = (words: string) => () => {
    onClose()
    desk.toasts.show(words)
    void model.load()
  }
  const saved = done(t('messenger.saved'))
  const connected = done(t('messenger.bot.connected'))
  const added = done(t('messenger.cloud.connected'))
  switch (opened.what) {
    case 'new':
      return <SenderDialog desk={desk} onSaved={saved} onClose={onClose} />
    case 'new-bot':
      return <BotDialog desk={desk} onSaved={connected} onClose={onClose} />
    case 'new-number':
      return <NumberDialog desk={desk} onSaved={added} onClose={onClose} />
    case 'connection':
      if (opened.sender.connection)
        return (
          <NumberDialog desk={desk} existing={opened.sender} onSaved={added} onClose={onClose} />
        )
      return (
        <BotDialog desk={desk} existing={opened.sender} onSaved={connected} onClose={onClose} />
      )
    case 'edit':
      return <SenderDialog desk={desk} existing={opened.sender} onSaved={saved} onClose={onClose} />
    case 'templates':
      return <TemplatesDialog desk={desk} sender={opened.sender} onClose={onClose} />
    case 'delete':
      return (
        <ConfirmDialog
          title={t('messenger.deleteTitle', { name: opened.sender.display_name })}
          confirm={t('messenger.delete')}
          isDanger
          onClose={onClose}
          onConfirm={async () => {
            await model.remove(opened.sender.id)
            desk.toasts.show(t('messenger.deleted'))
          }}
        >
          <p>{t('messenger.deleteHint')}</p>
        </ConfirmDialog>
      )
  }
}
