import type { Activity } from '#contracts/activities.ts'
import { threadTexts as t } from '../../texts/thread.ts'
import { briefly, Time, toDate } from '../../ui/time.tsx'
import { modeLine } from './dial-model.ts'

/** Something that happened beside what was said: a quiet line. */
export function ActivityRow({ activity }: { readonly activity: Activity }) {
  return (
    <p class="activity">
      <span dir="auto">{activityLine(activity)}</span>
      <Time at={activity.created_at} as="clock" />
    </p>
  )
}

/** What happened, in words. */
export function activityLine(activity: Activity): string {
  const { kind, by, data } = activity
  const lines = t.activity
  switch (kind) {
    case 'mode':
      return modeLine(activity)
    case 'ended':
      if (data['by'] === 'visitor') return lines.endedByVisitor
      return data['by'] === 'silence' ? lines.endedBySilence : lines.ended({ by })
    case 'reopened':
      return lines.reopened({ by })
    case 'assigned':
      return lines.assigned({ by, to: nameIn(data['to']) })
    case 'snoozed':
      return lines.snoozed({ by, until: briefly(toDate(String(data['until']))) })
    case 'awake':
      return lines.unsnoozed({ by })
    case 'needs_person':
      return lines.needsPerson
    case 'labels':
      return lines.labelled({ by, added: list(data['added']), removed: list(data['removed']) })
    default:
      return lines.other({ by, kind })
  }
}

function nameIn(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'name' in value
    ? String(value.name)
    : undefined
}

const list = (value: unknown): string =>
  Array.isArray(value) ? value.map((item) => nameIn(item) ?? String(item)).join(', ') : ''
