import './reply-due.css'
import type { ReplyDue as Due } from '#contracts/reply-due.ts'
import { t } from '../../../locales/translate.ts'
import { AlertIcon, ClockIcon } from '../../../ui/icons.tsx'
import { whole } from '../../../ui/time.tsx'
import { inUnits } from './waiting.ts'

const MINUTE = 60_000

interface ReplyDueProps {
  readonly due: Due
  readonly now?: Date
}

/** When a reply is due: quiet at first, with an icon and colour once the warning has been given, and once it is overdue. */
export function ReplyDue({ due, now = new Date() }: ReplyDueProps) {
  const left = Date.parse(due.due_at) - now.getTime()
  const stage = left < 0 ? 'overdue' : now.getTime() >= Date.parse(due.warn_at) ? 'soon' : 'later'
  const time = inUnits(left < 0 ? Math.floor(-left / MINUTE) : Math.ceil(left / MINUTE))
  return (
    <span
      class={`reply-due is-${stage}`}
      title={t(`inbox.due.${due.kind}`, { time: whole(due.due_at) })}
    >
      {stage === 'overdue' && <AlertIcon size={13} />}
      {stage === 'soon' && <ClockIcon size={13} />}
      {t(stage === 'overdue' ? 'inbox.due.overdue' : 'inbox.due.in', { time })}
    </span>
  )
}
