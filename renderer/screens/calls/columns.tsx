import type { Call } from '#contracts/calls.ts'
import { formatMoney } from '../../format/numbers.ts'
import { t, tIfKnown } from '../../locales/translate.ts'
import type { Column } from '../../ui/data-table.tsx'
import type { Icon } from '../../ui/icon.tsx'
import { GlobeIcon } from '../../ui/icons.tsx'
import { CallInIcon, CallOutIcon, MicIcon } from '../../ui/icons-work.tsx'
import { Duration, Time } from '../../ui/time.tsx'
import { StatusBadge } from './status-badge.tsx'

const DIRECTIONS: Readonly<Record<Call['type'], Icon>> = {
  inbound: CallInIcon,
  outbound: CallOutIcon,
  web: GlobeIcon,
}

/** Direction of a call. */
export function Direction({ type }: { readonly type: Call['type'] }) {
  const Shape = DIRECTIONS[type]
  return (
    <span class="call-direction">
      <Shape size={16} /> {t(`calls.types.${type}`)}
    </span>
  )
}

/** Columns of the list of calls. */
export const callColumns: readonly Column<Call>[] = [
  {
    key: 'client',
    title: t('calls.client'),
    isPrimary: true,
    canHide: false,
    cell: ({ client_phone_number }) => (
      <span class="number-cell" dir="ltr">
        {client_phone_number ?? t('calls.noNumber')}
      </span>
    ),
  },
  {
    key: 'status',
    title: t('calls.status'),
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  { key: 'type', title: t('calls.type'), cell: ({ type }) => <Direction type={type} /> },
  {
    key: 'assistant',
    title: t('calls.assistant'),
    cell: ({ assistant_name }) => <bdi>{assistant_name}</bdi>,
  },
  {
    key: 'created',
    title: t('calls.created'),
    cell: ({ created_at }) => <Time at={created_at} as="full" />,
  },
  {
    key: 'duration',
    title: t('calls.duration'),
    isNumber: true,
    cell: ({ duration }) => <Duration seconds={duration} />,
  },
  {
    key: 'outcome',
    title: t('calls.outcome'),
    cell: ({ evaluation }) => {
      const { outcome } = evaluation
      return typeof outcome === 'string' && (tIfKnown('calls.outcomes', outcome) ?? outcome)
    },
  },
  {
    key: 'recording',
    title: t('calls.recording'),
    isHiddenOnPhone: true,
    cell: ({ recording_url }) =>
      recording_url && (
        <span class="call-direction">
          <MicIcon size={16} /> {t('calls.hasRecording')}
        </span>
      ),
  },
  {
    key: 'cost',
    title: t('calls.cost'),
    isNumber: true,
    cell: ({ total_cost }) => formatMoney(total_cost),
  },
  {
    key: 'answered_by',
    title: t('calls.answeredBy'),
    cell: ({ answered_by }) => t(`calls.answerers.${answered_by}`),
  },
  {
    key: 'assistant_number',
    title: t('calls.assistantNumber'),
    cell: ({ assistant_phone_number }) => (
      <span class="number-cell" dir="ltr">
        {assistant_phone_number}
      </span>
    ),
  },
  { key: 'campaign', title: t('calls.campaign'), cell: ({ campaign_name }) => campaign_name },
  { key: 'id', title: t('calls.id'), isNumber: true, cell: ({ id }) => id },
]
