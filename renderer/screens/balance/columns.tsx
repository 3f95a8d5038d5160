import type { LedgerEntry } from '#contracts/money.ts'
import { formatMoney } from '../../format/numbers.ts'
import { t, tIfKnown } from '../../locales/translate.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Time } from '../../ui/time.tsx'

/** Columns of the ledger table. */
export const ledgerColumns: readonly Column<LedgerEntry>[] = [
  {
    key: 'kind',
    title: t('balance.kind'),
    isPrimary: true,
    canHide: false,
    cell: ({ kind }) => tIfKnown('balance.kinds', kind) ?? kind,
  },
  { key: 'about', title: t('balance.about'), cell: (entry) => <About entry={entry} /> },
  {
    key: 'date',
    title: t('balance.date'),
    cell: ({ created_at }) => <Time at={created_at} as="full" />,
  },
  {
    key: 'amount',
    title: t('balance.amountColumn'),
    isNumber: true,
    cell: ({ amount }) => (
      <span class={`amount ${amount > 0 ? 'is-in' : ''}`}>
        {amount > 0 ? '+' : ''}
        {formatMoney(amount)}
      </span>
    ),
  },
  {
    key: 'balance',
    title: t('balance.balanceColumn'),
    isNumber: true,
    cell: ({ balance }) => formatMoney(balance),
  },
  { key: 'note', title: t('balance.note'), cell: ({ note }) => note && <bdi>{note}</bdi> },
  { key: 'id', title: t('balance.id'), isNumber: true, cell: ({ id }) => id },
]

function About({ entry: { kind, reference, note } }: { readonly entry: LedgerEntry }) {
  if (reference === null) return note ? <bdi class="quiet">{note}</bdi> : <span>–</span>
  if (kind.startsWith('llm.')) return <span>{t('balance.answerNumber', { id: reference })}</span>
  if (kind.startsWith('number.')) {
    return <a href="/app/phone-numbers">{note}</a>
  }
  if (kind.startsWith('messenger.'))
    return <span>{t('balance.messengerNumber', { id: reference })}</span>
  return kind.startsWith('sms.') ? (
    <a href={`/app/sms?message=${encodeURIComponent(reference)}`}>
      {t('balance.smsNumber', { id: reference })}
    </a>
  ) : (
    <a href={`/app/calls/${encodeURIComponent(reference)}`}>
      {t('balance.callNumber', { id: reference })}
    </a>
  )
}
