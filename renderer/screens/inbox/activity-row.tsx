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
  const name = by?.name ?? lines.somebody
  switch (kind) {
    case 'mode':
      return modeLine(activity)
    case 'ended':
      if (data['by'] === 'visitor') return lines.endedByVisitor
      if (data['by'] === 'silence') return lines.endedBySilence
      return by ? lines.endedBy(name) : lines.ended
    case 'reopened':
      return by ? lines.reopenedBy(name) : lines.reopened
    case 'assigned':
      return assignedLine(name, nameIn(data['to']), by?.name)
    case 'snoozed':
      return lines.snoozed(name, briefly(toDate(String(data['until']))))
    case 'awake':
      return by ? lines.unsnoozedBy(name) : lines.unsnoozed
    case 'needs_person':
      return lines.needsPerson
    case 'labels':
      return labelsLine(name, list(data['added']), list(data['removed']))
    default:
      return lines.other(by?.name ?? 'Parley', kind)
  }
}

function assignedLine(name: string, to: string | undefined, by: string | undefined): string {
  if (to === undefined) return t.activity.unassigned(name)
  return to === by ? t.activity.assignedToSelf(to) : t.activity.assigned(name, to)
}

function labelsLine(name: string, added: string, removed: string): string {
  if (added && removed) return t.activity.relabelled(name, added, removed)
  return added ? t.activity.labelled(name, added) : t.activity.unlabelled(name, removed)
}

function nameIn(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'name' in value
    ? String(value.name)
    : undefined
}

const list = (value: unknown): string =>
  Array.isArray(value) ? value.map((item) => nameIn(item) ?? String(item)).join(', ') : ''
