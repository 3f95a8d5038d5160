import type { Call } from '#contracts/calls.ts'
import type { Lead } from '#contracts/leads.ts'
import { formatMoney } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Card } from '../../../ui/display.tsx'
import { Duration, Time } from '../../../ui/time.tsx'
import { StatusBadge } from '../../calls/status-badge.tsx'
import { MAX_CALLS } from './model.ts'

const COLUMNS: readonly Column<Call>[] = [
  {
    key: 'created',
    title: t('calls.created'),
    isPrimary: true,
    cell: ({ created_at }) => <Time at={created_at} as="full" />,
  },
  {
    key: 'number',
    title: t('calls.client'),
    cell: ({ client_phone_number }) => (
      <span class="number-cell" dir="ltr">
        {client_phone_number}
      </span>
    ),
  },
  {
    key: 'status',
    title: t('calls.status'),
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'answered_by',
    title: t('calls.answeredBy'),
    cell: ({ answered_by }) => t(`calls.answerers.${answered_by}`),
  },
  {
    key: 'duration',
    title: t('calls.duration'),
    isNumber: true,
    cell: ({ duration }) => <Duration seconds={duration} />,
  },
  {
    key: 'cost',
    title: t('calls.cost'),
    isNumber: true,
    cell: ({ total_cost }) => formatMoney(total_cost),
  },
]

interface LeadCallsProps {
  readonly lead: Pick<Lead, 'campaign_id' | 'phone_number'> & {
    readonly call_ids: readonly number[]
  }
  readonly calls: readonly Call[]
}

/** The calls to a lead and its contacts, newest first. */
export function LeadCalls({ lead, calls }: LeadCallsProps) {
  const { call_ids, campaign_id, phone_number } = lead
  const query = new URLSearchParams({ campaign_id: String(campaign_id), phone_number })
  return (
    <Card title={t('leads.history')}>
      {call_ids.length === 0 ? (
        <p class="quiet">{t('leads.noCalls')}</p>
      ) : (
        <DataTable
          label={t('leads.history')}
          columns={COLUMNS}
          rows={calls}
          keyOf={({ id }) => id}
          nameOf={({ created_at }) => created_at}
          hrefOf={({ id }) => `/app/calls/${id}`}
        />
      )}
      {call_ids.length > MAX_CALLS && (
        <p>
          <a href={`/app/calls?${query}`}>{t('leads.allCalls')}</a>
        </p>
      )}
    </Card>
  )
}
