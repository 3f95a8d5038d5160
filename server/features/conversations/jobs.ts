import type { Context } from '../../context.ts'
import type { JobHandlers } from '../../jobs/worker.ts'
import { finishMerge } from './labels/merge.ts'
import { setClock } from './reply-targets/clock.ts'
import { runRules } from './rules/run.ts'
import { expireCall } from './tool-approvals/decide.ts'
import { settleCall } from './tool-approvals/settle.ts'
import { groupQuestions } from './unanswered/group.ts'

/** Jobs of conversations: rules, clocks of replies, merges of labels, the groups of unanswered questions, and tool calls that wait for a person. */
export function conversationJobs(
  context: Parameters<typeof runRules>[0] &
    Parameters<typeof groupQuestions>[0] &
    Parameters<typeof setClock>[0] &
    Parameters<typeof settleCall>[0] &
    Parameters<typeof expireCall>[1] &
    Pick<Context, 'write'>,
) {
  return {
    'rules.run': async ({ event_id }) => runRules(context, event_id),
    'reply_clock.set': ({ clock_id }) => setClock(context, clock_id),
    'tool_call.settle': ({ call_id }, signal) => settleCall(context, call_id, signal),
    'tool_call.expire': async ({ call_id }) =>
      context.write((tx) => expireCall(tx, context, call_id)),
    'label.merge': async ({ label_id }, signal) =>
      void (await finishMerge(context, label_id, signal)),
    'questions.group': async ({ user_id }, signal) => groupQuestions(context, user_id, signal),
  } satisfies Partial<JobHandlers>
}
