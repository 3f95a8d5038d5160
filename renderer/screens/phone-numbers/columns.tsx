import { phoneNumbersTexts as t } from '../../texts/phone-numbers.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Badge } from '../../ui/display.tsx'
import { Time } from '../../ui/time.tsx'
import { countryName } from '../records/phone.ts'
import type { ListedNumber } from './model.ts'

/** Columns of the list of numbers. */
export const numberColumns: readonly Column<ListedNumber>[] = [
  {
    key: 'number',
    title: t.number,
    isPrimary: true,
    canHide: false,
    cell: ({ phone_number }) => (
      <span class="number-cell" dir="ltr">
        {phone_number}
      </span>
    ),
  },
  { key: 'nickname', title: t.nickname, cell: ({ nickname }) => nickname && <bdi>{nickname}</bdi> },
  { key: 'type', title: t.type, cell: ({ type }) => <Badge>{t.types[type]}</Badge> },
  {
    key: 'country',
    title: t.country,
    cell: ({ country_code }) => (country_code === 'ZZ' ? '–' : countryName(country_code)),
  },
  { key: 'assistant', title: t.assistant, cell: (number) => <Answerer number={number} /> },
  {
    key: 'sms',
    title: t.sms,
    cell: ({ sms_capable }) => (sms_capable ? <Badge tone="ok">{t.smsYes}</Badge> : t.smsNo),
  },
  { key: 'expires', title: t.expires, cell: (number) => <Expiry number={number} /> },
]

function Answerer({ number: { answeredBy, calledWithBy } }: { readonly number: ListedNumber }) {
  if (answeredBy) return <bdi>{answeredBy}</bdi>
  const [caller] = calledWithBy
  return <span class="quiet">{caller ? t.callsWith(caller) : t.nobody}</span>
}

function Expiry({ number }: { readonly number: ListedNumber }) {
  const { daysLeft, subscription_expires_at: at } = number
  if (daysLeft === undefined || at === null) return <span class="quiet">{t.never}</span>
  if (daysLeft < 0) return <Badge tone="danger">{t.expired}</Badge>
  if (daysLeft <= 14) return <Badge tone="attention">{t.expiresIn(daysLeft)}</Badge>
  return (
    <span>
      {t.until} <Time at={at} as="date" />
    </span>
  )
}
