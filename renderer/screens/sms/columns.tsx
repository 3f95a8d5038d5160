import type { PhoneNumber } from '#contracts/phone-numbers.ts'
import type { Sms } from '#contracts/sms.ts'
import { formatMoney, formatNumber } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Time } from '../../ui/time.tsx'
import { SmsStatusBadge } from './status-badge.tsx'

/** Columns of the list of text messages. */
export const smsColumns = (numbers: ReadonlyMap<number, PhoneNumber>): readonly Column<Sms>[] => [
  {
    key: 'to',
    title: t('sms.to'),
    isPrimary: true,
    canHide: false,
    cell: ({ to }) => (
      <span class="number-cell" dir="ltr">
        {to}
      </span>
    ),
  },
  {
    key: 'status',
    title: t('sms.status'),
    cell: ({ status }) => <SmsStatusBadge status={status} />,
  },
  {
    key: 'body',
    title: t('sms.body'),
    width: '30%',
    cell: ({ body }) => (
      <span class="sms-preview" dir="auto">
        {body}
      </span>
    ),
  },
  {
    key: 'from',
    title: t('sms.from'),
    cell: ({ phone_number_id }) => {
      const number = numbers.get(phone_number_id)
      return number ? (
        <bdi>{number.nickname ?? number.phone_number}</bdi>
      ) : (
        <span>{t('sms.deletedNumber')}</span>
      )
    },
  },
  {
    key: 'segments',
    title: t('sms.segments'),
    isNumber: true,
    cell: ({ segments }) => formatNumber(segments),
  },
  {
    key: 'cost',
    title: t('sms.cost'),
    isNumber: true,
    cell: ({ total_cost }) => formatMoney(total_cost),
  },
  {
    key: 'created',
    title: t('sms.created'),
    cell: ({ created_at }) => <Time at={created_at} as="full" />,
  },
  {
    key: 'updated',
    title: t('sms.updated'),
    cell: ({ updated_at }) => <Time at={updated_at} as="full" />,
  },
  { key: 'sid', title: t('sms.sid'), cell: ({ sms_sid }) => <code>{sms_sid}</code> },
  { key: 'id', title: t('sms.id'), isNumber: true, cell: ({ id }) => id },
]
