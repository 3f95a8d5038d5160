import type { Activity } from '#contracts/activities.ts'
import type { InboxItem } from '#contracts/conversations.ts'
import type { Dial } from '#contracts/dial-fields.ts'
import type { Approval, Proposal, ProposalDelta } from '#contracts/proposal-fields.ts'
import type { LiveEvent } from '../../../app/live.ts'

/** Answering mode and drafts of a conversation. */
export interface Dialled {
  readonly ai_enabled: boolean
  readonly ai_mode: InboxItem['ai_mode']
  readonly ai_epoch: number
  readonly mode_changed_by: InboxItem['mode_changed_by']
  readonly mode_changed_at: string | null
  readonly proposal: Proposal | null
  readonly reply_due: InboxItem['reply_due']
  readonly approvals: readonly Approval[]
  readonly activities: readonly Activity[]
}

/** The conversation after an event; `gap` if an event was missed and it must be read again. */
export function applyToDial<thread extends Dialled>(
  thread: thread,
  event: LiveEvent,
): thread | 'gap' {
  switch (event.type) {
    case 'proposal.updated':
      return withProposal(thread, event.data.proposal)
    case 'proposal.delta':
      return withDelta(thread, event.data)
    case 'activity.created':
      return withActivity(thread, event.data.activity)
    default:
      return thread
  }
}

/** Applies the answering mode from the conversation's own event. */
export function withDialOf<thread extends Dialled>(
  thread: thread,
  { ai_mode: mode, ai_epoch: epoch, mode_changed_by, mode_changed_at }: InboxItem,
): thread {
  return withDial(thread, {
    mode,
    epoch,
    changed_by: mode_changed_by,
    changed_at: mode_changed_at,
  })
}

/** Applies the answering mode reported by the server, unless it is older than the known one. */
export function withDial<thread extends Dialled>(thread: thread, dial: Dial): thread {
  if (dial.epoch < thread.ai_epoch) return thread
  return {
    ...thread,
    ai_enabled: dial.mode === 'auto',
    ai_mode: dial.mode,
    ai_epoch: dial.epoch,
    mode_changed_by: dial.changed_by,
    mode_changed_at: dial.changed_at,
  }
}

const OPEN: readonly Proposal['status'][] = ['streaming', 'ready', 'failed']

/** Applies a draft: an open one is shown, a sent one is attached to its message. */
export function withProposal<thread extends Dialled>(thread: thread, proposal: Proposal): thread {
  const known = thread.proposal
  if (OPEN.includes(proposal.status)) {
    return known && known.id > proposal.id ? thread : { ...thread, proposal }
  }
  const next = known?.id === proposal.id ? { ...thread, proposal: null } : thread
  const { status, message_id, content: draft, decided_by: by } = proposal
  if (status !== 'sent' || message_id === null) return next
  const others = next.approvals.filter((one) => one.message_id !== message_id)
  // An approved draft is a reply.
  return { ...next, reply_due: null, approvals: [...others, { message_id, by, draft }] }
}

/** Appends streamed text, which may overlap with the known text, but must not leave a gap. */
function withDelta<thread extends Dialled>(thread: thread, delta: ProposalDelta): thread | 'gap' {
  const { proposal } = thread
  if (proposal?.id !== delta.proposal_id) return thread
  if (delta.offset > proposal.content.length) return 'gap'
  const fresh = delta.text.slice(proposal.content.length - delta.offset)
  if (fresh === '' || proposal.status !== 'streaming') return thread
  return { ...thread, proposal: { ...proposal, content: proposal.content + fresh } }
}

function withActivity<thread extends Dialled>(thread: thread, activity: Activity): thread {
  if (thread.activities.some(({ id }) => id === activity.id)) return thread
  return { ...thread, activities: [...thread.activities, activity] }
}
