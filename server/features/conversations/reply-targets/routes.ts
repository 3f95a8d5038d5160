/*
 * GET    /user/reply-targets         getReplyTargets
 * PUT    /user/reply-targets         setReplyTargets
 * GET    /user/reply-targets/report  getRepliesMet
 */
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import {
  getRepliesMet,
  getReplyTargets,
  type ReplyTargets,
  setReplyTargets,
} from '#contracts/reply-targets.ts'
import { InvalidFields } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { presentTargets } from './present.ts'
import { targetQueries } from './queries.ts'
import { repliesMet } from './report.ts'

type Sent = Omit<ReplyTargets, 'overrides'> & {
  readonly overrides: readonly Omit<ReplyTargets['overrides'][number], 'assistant_name'>[]
}

/** Targets for how soon people reply. */
export const replyTargetRoutes: Routes = (context) => {
  const { handle, db, write, events, now } = context
  const targets = targetQueries(db)

  handle(getReplyTargets, ({ principal }) => presentTargets(targets.all(principal.userId)))

  handle(
    setReplyTargets,
    ({ principal: { userId }, body }) =>
      write((tx) => {
        targets.replace(tx, userId, rowsOf(body), now().getTime())
        events.record(tx, { userId, type: 'reply_targets.changed', payload: {} })
        const data = presentTargets(targets.all(userId))
        return { message: 'Reply targets updated successfully', data }
      }),
    ({ overrides = [] }, { userId }) => faultsOf(userId, overrides),
  )

  handle(getRepliesMet, ({ principal: { userId }, query }) => {
    const { timezone = 'UTC', days = '30', assistant_id: assistantId } = query
    if (assistantId !== undefined && !assistantQueries(db).has(userId, assistantId))
      throw new InvalidFields({ assistant_id: [fault('not_selectable')] })
    return repliesMet(context, { userId, timezone, days: Number(days), assistantId })
  })

  /** Errors in assistants: those of other accounts, and one named twice. */
  function faultsOf(userId: number, overrides: Sent['overrides']): FieldFaults {
    const ids = overrides.map(({ assistant_id }) => assistant_id)
    return Object.fromEntries(
      ids.flatMap((id, index) => {
        const isKnown = assistantQueries(db).find(userId, id) !== undefined
        const isFirst = ids.indexOf(id) === index
        const code = isKnown ? 'duplicate' : 'not_selectable'
        return isKnown && isFirst ? [] : [[`overrides.${index}.assistant_id`, [fault(code)]]]
      }),
    )
  }
}

const rowsOf = ({ warn_percent, overrides, ...account }: Sent) =>
  [{ assistant_id: 0, ...account }, ...overrides].map((own) => ({
    assistant_id: own.assistant_id,
    first_minutes: own.first_reply_minutes,
    next_minutes: own.next_reply_minutes,
    hours: own.hours,
    warn_percent,
  }))
