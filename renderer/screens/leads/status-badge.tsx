import type { LeadStatus } from '#contracts/lead-status.ts'
import { t } from '../../locales/translate.ts'
import { Badge } from '../../ui/display.tsx'

const TONES = {
  created: 'neutral',
  scheduled: 'neutral',
  processing: 'person',
  completed: 'ok',
  rescheduled: 'attention',
  'reached-max-retries': 'danger',
  blacklisted: 'danger',
} as const satisfies Record<LeadStatus, string>

/** Badge of a lead's status. */
export function LeadStatusBadge({ status }: { readonly status: LeadStatus }) {
  return (
    <Badge tone={TONES[status]} isDot={status === 'processing'}>
      {t(`campaigns.leadStatus.${status}`)}
    </Badge>
  )
}
