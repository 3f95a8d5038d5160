import type { SmsStatus } from '#contracts/enums.ts'
import { t } from '../../locales/translate.ts'
import { Badge } from '../../ui/display.tsx'

const TONES = {
  queued: 'attention',
  sent: 'person',
  delivered: 'ok',
  undelivered: 'danger',
  failed: 'danger',
  unknown: 'attention',
} as const satisfies Record<SmsStatus, string>

/** Badge of a text message's status. */
export function SmsStatusBadge({ status }: { readonly status: SmsStatus }) {
  return (
    <Badge tone={TONES[status]} isDot>
      {t(`sms.statuses.${status}`)}
    </Badge>
  )
}
