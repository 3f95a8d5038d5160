import type { JobHandlers } from '../../jobs/worker.ts'
import { runRules } from './rules/run.ts'
import { groupQuestions } from './unanswered/group.ts'

/** Jobs of conversations: rules, and the groups of unanswered questions. */
export function conversationJobs(
  context: Parameters<typeof runRules>[0] & Parameters<typeof groupQuestions>[0],
) {
  return {
    'rules.run': async ({ event_id }) => runRules(context, event_id),
    'questions.group': async ({ user_id }, signal) => groupQuestions(context, user_id, signal),
  } satisfies Partial<JobHandlers>
}
