import type { CallStatus } from '#contracts/enums.ts'
import { t } from '../../locales/translate.ts'
import { Badge } from '../../ui/display.tsx'

const TONES = {
  initiated: 'attention',
  ringing: 'attention',
  'in-progress': 'person',
  busy: 'neutral',
  'no-answer': 'neutral',
  failed: 'danger',
  ended: 'neutral',
  ended_by_customer: 'neutral',
  ended_by_assistant: 'neutral',
  completed: 'ok',
} as const satisfies Record<CallStatus, string>

/** Badge of a call's status. */
export function StatusBadge({ status }: { readonly status: CallStatus }) {
  return (
    <Badge tone={TONES[status]} isDot>
      {t(`calls.statuses.${status}`)}
    </Badge>
  )
}
