import { formatMoney } from '../../format/numbers.ts'
import { t } from '../../locales/translate.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Badge } from '../../ui/display.tsx'
import { Time } from '../../ui/time.tsx'
import { countryName } from '../records/phone.ts'
import { phoneColumn } from '../records/phone-column.tsx'
import type { ListedNumber } from './model.ts'

/** Columns of the list of phone numbers. */
export const numberColumns: readonly Column<ListedNumber>[] = [
  phoneColumn(t('phoneNumbers.number')),
  {
    key: 'nickname',
    title: t('phoneNumbers.nickname'),
    cell: ({ nickname }) => nickname && <bdi>{nickname}</bdi>,
  },
  {
    key: 'type',
    title: t('phoneNumbers.type'),
    cell: ({ type }) => <Badge>{t(`phoneNumbers.types.${type}`)}</Badge>,
  },
  {
    key: 'country',
    title: t('phoneNumbers.country'),
    cell: ({ country_code }) => (country_code === 'ZZ' ? '–' : countryName(country_code)),
  },
  {
    key: 'assistant',
    title: t('phoneNumbers.assistant'),
    cell: (number) => <Answerer number={number} />,
  },
  {
    key: 'sms',
    title: t('phoneNumbers.sms'),
    cell: ({ sms_capable }) =>
      sms_capable ? <Badge tone="ok">{t('phoneNumbers.smsYes')}</Badge> : t('phoneNumbers.smsNo'),
  },
  {
    key: 'expires',
    title: t('phoneNumbers.expires'),
    cell: (number) => <Expiry number={number} />,
  },
]

function Answerer({ number: { answeredBy, calledWithBy } }: { readonly number: ListedNumber }) {
  if (answeredBy) return <bdi>{answeredBy}</bdi>
  const [caller] = calledWithBy
  return (
    <span class="quiet">
      {caller ? t('phoneNumbers.callsWith', { name: caller }) : t('phoneNumbers.nobody')}
    </span>
  )
}

function Expiry({ number }: { readonly number: ListedNumber }) {
  const { daysLeft, subscription_expires_at: at, release_at: end, isUnpaid } = number
  if (end !== null) {
    return (
      <Badge tone="attention">
        <bdi>
          {t('phoneNumbers.endsOn')} <Time at={end} as="date" />
        </bdi>
      </Badge>
    )
  }
  if (isUnpaid) return <Badge tone="danger">{t('phoneNumbers.unpaid')}</Badge>
  if (at !== null && number.isBought) {
    return (
      <span>
        {t('phoneNumbers.renews')} <Time at={at} as="date" />{' '}
        <span class="quiet">
          {t('phoneNumbers.monthly', { price: formatMoney(number.monthly_price ?? 0) })}
        </span>
      </span>
    )
  }
  if (daysLeft === undefined || at === null)
    return <span class="quiet">{t('phoneNumbers.never')}</span>
  if (daysLeft < 0) return <Badge tone="danger">{t('phoneNumbers.expired')}</Badge>
  if (daysLeft <= 14)
    return <Badge tone="attention">{t('phoneNumbers.expiresIn', { count: daysLeft })}</Badge>
  return (
    <span>
      {t('phoneNumbers.until')} <Time at={at} as="date" />
    </span>
  )
}
