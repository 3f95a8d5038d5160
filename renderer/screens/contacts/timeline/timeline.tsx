import './timeline.css'
import type { TimelineItem, TimelineKind } from '#contracts/contact-timeline.ts'
import { plainWords } from '../../../app/plain-words.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge, Card, Count } from '../../../ui/display.tsx'
import type { Icon } from '../../../ui/icon.tsx'
import { ChatIcon, ChatsIcon, MailIcon, PhoneIcon, SmsIcon } from '../../../ui/icons.tsx'
import { NoteIcon } from '../../../ui/icons-work.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { StatusBadge } from '../../calls/status-badge.tsx'
import { SmsStatusBadge } from '../../sms/status-badge.tsx'
import { TIMELINE_FILTERS, type TimelineModel } from './model.ts'

const ICONS: Readonly<Record<TimelineKind, Icon>> = {
  chat: ChatIcon,
  email: MailIcon,
  messenger: ChatsIcon,
  sms: SmsIcon,
  call: PhoneIcon,
  text: SmsIcon,
  note: NoteIcon,
}

/** Everything that happened with a contact, on all channels. */
export function ContactTimeline({ model }: { readonly model: TimelineModel }) {
  return (
    <Card title={t('contacts.timeline')}>
      <div class="timeline-filter">
        <Segmented
          label={t('contacts.timelineShown')}
          size="small"
          options={TIMELINE_FILTERS.map((value) => ({
            value,
            label: t(`contacts.timelineFilters.${value}`),
          }))}
          value={model.filter.value}
          onChoose={model.narrow}
        />
      </div>
      <Items model={model} />
    </Card>
  )
}

function Items({ model }: { readonly model: TimelineModel }) {
  const items = model.items.value
  const error = model.error.value
  if (error !== undefined && !items)
    return (
      <ErrorState title={t('contacts.timelineFailed')} onRetry={() => void model.load()}>
        <p>{error}</p>
      </ErrorState>
    )
  if (!items) return <Loading label={t('contacts.timelineLoading')} />
  if (items.length === 0) return <Nothing model={model} />
  return (
    <>
      <ol class="timeline">
        {items.map((item) => (
          <li key={item.key}>
            <Item item={item} />
          </li>
        ))}
      </ol>
      {error !== undefined && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
      {model.next.value !== null && (
        <Button kind="quiet" isWide busy={model.isBusy.value} onClick={() => void model.more()}>
          {t('contacts.timelineMore')}
        </Button>
      )}
    </>
  )
}

/** Empty state: the timeline is empty, or the filter hides it. */
function Nothing({ model }: { readonly model: TimelineModel }) {
  if (model.filter.value === 'all')
    return (
      <Empty icon={ChatIcon} title={t('contacts.timelineEmpty')} isSmall>
        <p>{t('contacts.timelineEmptyHint')}</p>
      </Empty>
    )
  return (
    <Empty
      icon={ChatIcon}
      title={t('contacts.timelineNone')}
      isSmall
      actions={
        <Button size="small" onClick={() => model.narrow('all')}>
          {t('contacts.timelineShowAll')}
        </Button>
      }
    />
  )
}

function Item({ item }: { readonly item: TimelineItem }) {
  const { kind, text, conversation, call, sms, by, assistant_name } = item
  const Shape = ICONS[kind]
  return (
    <a class={`timeline-item is-${kind}`} href={placeOf(item)}>
      <span class="timeline-icon">
        <Shape size={16} />
      </span>
      <span class="timeline-words">
        <span class="timeline-head">
          <strong>{t(`contacts.timelineKinds.${kind}`)}</strong>
          {by && <bdi>{by.name}</bdi>}
          {!by && assistant_name !== null && <bdi>{assistant_name}</bdi>}
          {call && <span>{t(`calls.types.${call.type}`)}</span>}
          {isConversation(kind) && conversation && (
            <span>{t('contacts.messages', { count: conversation.message_count })}</span>
          )}
          {isConversation(kind) && conversation && conversation.unread > 0 && (
            <Count
              value={conversation.unread}
              label={t('contacts.unread', { count: conversation.unread })}
            />
          )}
          {isConversation(kind) && conversation?.ended_at && <Badge>{t('contacts.ended')}</Badge>}
          {call && <StatusBadge status={call.status} />}
          {sms && <SmsStatusBadge status={sms.status} />}
        </span>
        {kind !== 'call' && (
          <span class="timeline-text" dir="auto">
            {text ? plainWords(text) : t('contacts.nothingSaid')}
          </span>
        )}
      </span>
      <Time at={item.at} />
    </a>
  )
}

const isConversation = (kind: TimelineKind): boolean =>
  kind !== 'call' && kind !== 'text' && kind !== 'note'

/** Address of an item at the desk. */
function placeOf({ call, sms, conversation }: TimelineItem): string {
  if (call) return `/app/calls/${call.id}`
  if (sms) return `/app/sms?message=${sms.id}`
  return `/app/inbox/${conversation?.id ?? ''}`
}
