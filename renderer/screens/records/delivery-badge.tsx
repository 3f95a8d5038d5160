import type { DeliveryStatus } from '#contracts/enums.ts'
import { t } from '../../locales/translate.ts'
import { Badge } from '../../ui/display.tsx'

const TONES = {
  preparing: 'neutral',
  pending: 'attention',
  delivered: 'ok',
  dead: 'danger',
  blocked: 'danger',
  disabled: 'danger',
} as const satisfies Record<DeliveryStatus, string>

/** Badge of a webhook delivery's status. */
export function DeliveryBadge({ status }: { readonly status: DeliveryStatus }) {
  return (
    <Badge tone={TONES[status]} isDot>
      {t(`deliveries.statuses.${status}`)}
    </Badge>
  )
}
