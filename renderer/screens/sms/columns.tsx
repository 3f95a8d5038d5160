import type { PhoneNumber } from '#contracts/phone-numbers.ts'
import type { Sms } from '#contracts/sms.ts'
import { formatMoney, formatNumber } from '../../texts/format.ts'
import { smsTexts as t } from '../../texts/sms.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Time } from '../../ui/time.tsx'
import { SmsStatusBadge } from './status-badge.tsx'

/** Columns of the list of text messages. */
export const smsColumns = (numbers: ReadonlyMap<number, PhoneNumber>): readonly Column<Sms>[] => [
  {
    key: 'to',
    title: t.to,
    isPrimary: true,
    canHide: false,
    cell: ({ to }) => (
      <span class="number-cell" dir="ltr">
        {to}
      </span>
    ),
  },
  { key: 'status', title: t.status, cell: ({ status }) => <SmsStatusBadge status={status} /> },
  {
    key: 'body',
    title: t.body,
    width: '30%',
    cell: ({ body }) => (
      <span class="sms-preview" dir="auto">
        {body}
      </span>
    ),
  },
  {
    key: 'from',
    title: t.from,
    cell: ({ phone_number_id }) => {
      const number = numbers.get(phone_number_id)
      return number ? (
        <bdi>{number.nickname ?? number.phone_number}</bdi>
      ) : (
        <span>{t.deletedNumber}</span>
      )
    },
  },
  {
    key: 'segments',
    title: t.segments,
    isNumber: true,
    cell: ({ segments }) => formatNumber(segments),
  },
  { key: 'cost', title: t.cost, isNumber: true, cell: ({ total_cost }) => formatMoney(total_cost) },
  {
    key: 'created',
    title: t.created,
    cell: ({ created_at }) => <Time at={created_at} as="full" />,
  },
  {
    key: 'updated',
    title: t.updated,
    cell: ({ updated_at }) => <Time at={updated_at} as="full" />,
  },
  { key: 'sid', title: t.sid, cell: ({ sms_sid }) => <code>{sms_sid}</code> },
  { key: 'id', title: t.id, isNumber: true, cell: ({ id }) => id },
]
