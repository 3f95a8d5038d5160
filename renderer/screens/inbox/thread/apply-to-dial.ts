import type { Activity } from '#contracts/activities.ts'
import type { InboxItem } from '#contracts/conversations.ts'
import type { Dial } from '#contracts/dial-fields.ts'
import type { ProposalDelta } from '#contracts/events.ts'
import type { Approval, Proposal } from '#contracts/proposal-fields.ts'
import type { LiveEvent } from '../../../app/live.ts'

/** Dial and drafts of a conversation. */
export interface Dialled {
  readonly ai_enabled: boolean
  readonly ai_mode: InboxItem['ai_mode']
  readonly ai_epoch: number
  readonly mode_changed_by: InboxItem['mode_changed_by']
  readonly mode_changed_at: string | null
  readonly proposal: Proposal | null
  readonly approvals: readonly Approval[]
  readonly activities: readonly Activity[]
}

/** The conversation after an event; `gap` when something in between is missing and it must be read again. */
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

/** The dial as the conversation's own event says it stands. */
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

/** The dial as the server says it stands; what is older than what is known changes nothing. */
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

/** Puts a draft in its place: an open one is shown, one that was sent explains its message. */
export function withProposal<thread extends Dialled>(thread: thread, proposal: Proposal): thread {
  const known = thread.proposal
  if (OPEN.includes(proposal.status)) {
    return known && known.id > proposal.id ? thread : { ...thread, proposal }
  }
  const next = known?.id === proposal.id ? { ...thread, proposal: null } : thread
  const { status, message_id, content: draft, decided_by: by } = proposal
  if (status !== 'sent' || message_id === null) return next
  const others = next.approvals.filter((one) => one.message_id !== message_id)
  return { ...next, approvals: [...others, { message_id, by, draft }] }
}

/** Appends what is new of a piece of text: it may overlap with what is there, but may not leave a hole. */
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
