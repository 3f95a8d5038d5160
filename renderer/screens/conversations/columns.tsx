import type { Conversation } from '#contracts/conversations.ts'
import { conversationsTexts as t } from '../../texts/conversations.ts'
import { formatMoney, formatNumber } from '../../texts/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Badge } from '../../ui/display.tsx'
import { Time } from '../../ui/time.tsx'

/** Columns of the list of conversations. */
export const conversationColumns: readonly Column<Conversation>[] = [
  {
    key: 'begun',
    title: t.begun,
    isPrimary: true,
    canHide: false,
    cell: ({ created_at }) => <Time at={created_at} as="full" />,
  },
  {
    key: 'assistant',
    title: t.assistant,
    cell: ({ assistant_name }) => <bdi>{assistant_name}</bdi>,
  },
  { key: 'type', title: t.type, cell: ({ type }) => <Badge>{t.types[type]}</Badge> },
  {
    key: 'mode',
    title: t.mode,
    cell: ({ ai_enabled }) => (
      <Badge tone={ai_enabled ? 'ai' : 'person'}>{ai_enabled ? t.ai : t.person}</Badge>
    ),
  },
  {
    key: 'messages',
    title: t.messages,
    isNumber: true,
    cell: ({ message_count }) => formatNumber(message_count),
  },
  { key: 'cost', title: t.cost, isNumber: true, cell: ({ total_cost }) => formatMoney(total_cost) },
  {
    key: 'updated',
    title: t.updated,
    isHiddenOnPhone: true,
    cell: ({ updated_at }) => <Time at={updated_at} as="full" />,
  },
  {
    key: 'id',
    title: t.id,
    isHiddenOnPhone: true,
    cell: ({ id }) => <code>{id}</code>,
  },
]
