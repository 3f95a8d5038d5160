import type { Conversation } from '#contracts/conversations.ts'
import { formatMoney, formatNumber } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Badge } from '../../ui/display.tsx'
import { Time } from '../../ui/time.tsx'

/** Columns of the list of conversations. */
export const conversationColumns: readonly Column<Conversation>[] = [
  {
    key: 'begun',
    title: t('conversations.begun'),
    isPrimary: true,
    canHide: false,
    cell: ({ created_at }) => <Time at={created_at} as="full" />,
  },
  {
    key: 'assistant',
    title: t('conversations.assistant'),
    cell: ({ assistant_name }) => <bdi>{assistant_name}</bdi>,
  },
  {
    key: 'type',
    title: t('conversations.type'),
    cell: ({ type }) => <Badge>{t(`conversations.types.${type}`)}</Badge>,
  },
  {
    key: 'mode',
    title: t('conversations.mode'),
    cell: ({ ai_enabled }) => (
      <Badge tone={ai_enabled ? 'ai' : 'person'}>
        {ai_enabled ? t('conversations.ai') : t('conversations.person')}
      </Badge>
    ),
  },
  {
    key: 'messages',
    title: t('conversations.messages'),
    isNumber: true,
    cell: ({ message_count }) => formatNumber(message_count),
  },
  {
    key: 'cost',
    title: t('conversations.cost'),
    isNumber: true,
    cell: ({ total_cost }) => formatMoney(total_cost),
  },
  {
    key: 'updated',
    title: t('conversations.updated'),
    isHiddenOnPhone: true,
    cell: ({ updated_at }) => <Time at={updated_at} as="full" />,
  },
  {
    key: 'id',
    title: t('conversations.id'),
    isHiddenOnPhone: true,
    cell: ({ id }) => <code>{id}</code>,
  },
]
