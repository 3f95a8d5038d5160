import type { LedgerEntry } from '#contracts/money.ts'
import { balanceTexts as t } from '../../texts/balance.ts'
import { formatMoney } from '../../texts/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Time } from '../../ui/time.tsx'

/** Columns of the ledger. */
export const ledgerColumns: readonly Column<LedgerEntry>[] = [
  {
    key: 'kind',
    title: t.kind,
    isPrimary: true,
    canHide: false,
    cell: ({ kind }) => t.kinds[kind] ?? kind,
  },
  { key: 'about', title: t.about, cell: (entry) => <About entry={entry} /> },
  { key: 'date', title: t.date, cell: ({ created_at }) => <Time at={created_at} as="full" /> },
  {
    key: 'amount',
    title: t.amountColumn,
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
    title: t.balanceColumn,
    isNumber: true,
    cell: ({ balance }) => formatMoney(balance),
  },
  { key: 'note', title: t.note, cell: ({ note }) => note && <bdi>{note}</bdi> },
  { key: 'id', title: t.id, isNumber: true, cell: ({ id }) => id },
]

function About({ entry: { kind, reference, note } }: { readonly entry: LedgerEntry }) {
  if (reference === null) return note ? <bdi class="quiet">{note}</bdi> : <span>–</span>
  if (kind.startsWith('llm.')) return <span>{t.answerNumber(reference)}</span>
  return kind.startsWith('sms.') ? (
    <a href={`/app/sms?message=${encodeURIComponent(reference)}`}>{t.smsNumber(reference)}</a>
  ) : (
    <a href={`/app/calls/${encodeURIComponent(reference)}`}>{t.callNumber(reference)}</a>
  )
}
