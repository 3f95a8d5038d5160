import type { Lead } from '#contracts/leads.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Time } from '../../../ui/time.tsx'
import { phoneColumn } from '../../records/phone-column.tsx'
import { LeadStatusBadge } from '../status-badge.tsx'
import { printed } from '../variables.ts'

/** Variables shown in a row. */
const SHOWN = 3

/** Columns of the list of leads. */
export const leadColumns: readonly Column<Lead>[] = [
  phoneColumn(t('leads.fields.number')),
  {
    key: 'status',
    title: t('leads.fields.status'),
    cell: ({ status }) => <LeadStatusBadge status={status} />,
  },
  {
    key: 'campaign',
    title: t('leads.fields.campaign'),
    cell: ({ campaign }) => (
      <span class="lead-campaign" dir="auto" title={campaign.name}>
        {campaign.name}
      </span>
    ),
  },
  {
    key: 'variables',
    title: t('leads.fields.variables'),
    isHiddenOnPhone: true,
    cell: ({ variables }) => (
      <span class="lead-variables" dir="auto">
        {Object.entries(variables)
          .slice(0, SHOWN)
          .map(([name, value]) => `${name}: ${printed(value)}`)
          .join(' · ')}
      </span>
    ),
  },
  {
    key: 'contacts',
    title: t('leads.fields.contacts'),
    isNumber: true,
    cell: ({ secondary_contacts: { length } }) => length > 0 && formatNumber(length),
  },
  {
    key: 'created',
    title: t('leads.fields.created'),
    cell: ({ created_at }) => <Time at={created_at} as="full" />,
  },
  {
    key: 'updated',
    title: t('leads.fields.updated'),
    cell: ({ updated_at }) => <Time at={updated_at} as="full" />,
  },
  { key: 'id', title: t('leads.fields.id'), isNumber: true, cell: ({ id }) => id },
]
