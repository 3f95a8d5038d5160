import type { Context } from '../../../context.ts'
import { createPendingAnswers } from '../../../realtime/pending-answers.ts'
import { conversationQueries } from '../queries.ts'

type Needs = Pick<Context, 'now' | 'sleep' | 'config' | 'db' | 'hub' | 'attendance'>

/** The pending answers of a server: delayed while an operator looks, shown on the operators' streams. */
export const pendingAnswersOf = ({ now, sleep, config, db, hub, attendance }: Needs) =>
  createPendingAnswers({
    now,
    sleep,
    showMs: config.limits.deltaMs,
    isWatched: attendance.isAttended,
    isShowing: attendance.isShowing,
    // A hold may outlast the database by a moment when the server stops.
    epochOf: (id) => (db.open ? conversationQueries(db).byId(id)?.ai_epoch : undefined),
    notify: (userId, change) => hub.sendToUser(userId, 'answer.pending', change),
  })
