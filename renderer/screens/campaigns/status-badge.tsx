import type { Campaign } from '#contracts/campaigns.ts'
import { t } from '../../locales/translate.ts'
import { Badge } from '../../ui/display.tsx'

const TONES = {
  draft: 'neutral',
  'in-progress': 'ok',
  stopped: 'attention',
  completed: 'neutral',
} as const

/** Status of a campaign, with the reason why it is stopped. */
export function StatusBadge({
  campaign: { status, stopped_reason },
}: {
  readonly campaign: Pick<Campaign, 'status' | 'stopped_reason'>
}) {
  const isOwn = stopped_reason === null || stopped_reason === 'owner'
  return (
    <Badge
      tone={status === 'stopped' && !isOwn ? 'danger' : TONES[status]}
      isDot={status === 'in-progress'}
    >
      {isOwn ? t(`campaigns.status.${status}`) : t(`campaigns.stopped.${stopped_reason}`)}
    </Badge>
  )
}
