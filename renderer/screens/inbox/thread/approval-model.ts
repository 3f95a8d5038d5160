import { signal } from '@preact/signals'
import { type Api, explain } from '../../../app/api.ts'

export type ApprovalModel = ReturnType<typeof createApprovalModel>

type Decision = 'once' | 'always' | 'decline'

/** The decision about a tool call that waits for a person. Its outcome comes with the stream. */
export function createApprovalModel(api: Api, conversation: string, callId: number) {
  const params = { uuid: conversation, id: callId }
  /** The decision that is being sent. */
  const doing = signal<Decision>()
  const failure = signal<string>()
  /** True once the operator is about to decline, and may give a reason. */
  const isDeclining = signal(false)
  const reason = signal('')

  async function decide(what: Decision, send: () => Promise<unknown>): Promise<void> {
    if (doing.value) return
    doing.value = what
    failure.value = undefined
    try {
      await send()
    } catch (problem) {
      failure.value = explain(problem)
    } finally {
      doing.value = undefined
    }
  }

  return {
    doing,
    failure,
    isDeclining,
    reason,
    approve: (always: boolean) =>
      decide(always ? 'always' : 'once', () => api.approveToolCall({ params, body: { always } })),
    decline: () =>
      decide('decline', () =>
        api.declineToolCall({ params, body: { reason: reason.value.trim() || null } }),
      ),
  }
}
