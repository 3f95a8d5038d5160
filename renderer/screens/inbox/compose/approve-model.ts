import { computed, signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import { MAX_REPLY } from '#contracts/constants.ts'
import { Message } from '#contracts/messages.ts'
import { Proposal } from '#contracts/proposal-fields.ts'
import { type Api, explain } from '../../../app/api.ts'
import { type Keep, storedJson } from '../../../app/storage.ts'
import { t } from '../../../locales/translate.ts'
import type { Dialled } from '../thread/apply-to-dial.ts'
import { type Edited, parseEdited } from './edited-draft.ts'

interface Needs {
  readonly api: Api
  readonly storage: Keep
  readonly id: string
  /** The conversation as currently known; reactive. */
  readonly thread: () => Pick<Dialled, 'ai_mode' | 'proposal'> | undefined
  /** Called with each new state of a draft. */
  readonly onProposal: (proposal: Proposal) => void
  /** Called with the sent message, because the response may be faster than the stream. */
  readonly onSent: (message: Message) => void
}

export type ApproveModel = ReturnType<typeof createApproveModel>

type PendingAction = 'sending' | 'regenerating' | 'dismissing'

/** Editing of the assistant's draft: an operator's edits are kept, whatever the stream brings. */
export function createApproveModel({ api, storage, id, thread, onProposal, onSent }: Needs) {
  const params = { uuid: id }
  const edited = storedJson<Edited | null>(storage, `parley.approve.${id}`, parseEdited, null)
  const doing = signal<PendingAction>()
  const notice = signal<string>()
  const isOn = computed(() => thread()?.ai_mode === 'approve')
  const proposal = computed(() => (isOn.value ? (thread()?.proposal ?? null) : null))
  const text = computed(() => edited.value?.text ?? proposal.value?.content ?? '')
  /** Set if the assistant's text has changed since the operator started editing. */
  const newer = computed((): 'draft' | 'more' | undefined => {
    const [mine, now] = [edited.value, proposal.value]
    if (!mine || !now) return undefined
    if (now.id !== mine.proposalId) return 'draft'
    return now.content !== mine.from && now.status !== 'streaming' ? 'more' : undefined
  })
  /** An edited text whose draft is gone: it can still be sent as the operator's own reply. */
  const leftover = computed(() =>
    edited.value && (!isOn.value || !proposal.value) ? edited.value.text : undefined,
  )
  const problem = computed(() => {
    const { length } = [...text.value]
    return length > MAX_REPLY ? t('dial.tooLong', { max: MAX_REPLY, length }) : undefined
  })

  function type(value: string): void {
    const now = proposal.value
    if (!now && !edited.value) return
    const { proposalId, from } = edited.value ?? { proposalId: now!.id, from: now!.content }
    // Restoring the assistant's text is not an edit.
    edited.value = value === now?.content ? null : { proposalId, from, text: value }
  }

  function discard(): void {
    edited.value = null
    notice.value = undefined
  }

  /** Keeps the operator's text, as an edit of the newest draft. */
  function keepMine(): void {
    const now = proposal.value
    if (edited.value && now) {
      edited.value = { ...edited.value, proposalId: now.id, from: now.content }
    }
  }

  async function send(): Promise<void> {
    const now = proposal.value
    const content = text.value
    if (!now || content.trim() === '' || problem.value) return
    await doOnce('sending', async () => {
      const body = { proposal_id: now.id, content }
      const reply = await api.sendProposal({ params, body })
      edited.value = null
      onProposal(reply.proposal)
      onSent(reply.data)
    })
  }

  async function regenerate(hint: string): Promise<boolean> {
    return await doOnce('regenerating', async () => {
      const body = hint.trim() === '' ? {} : { hint }
      const { data } = await api.regenerateProposal({ params, body })
      // Asking for a new draft discards the edit.
      edited.value = null
      onProposal(data)
    })
  }

  async function dismiss(): Promise<void> {
    await doOnce('dismissing', async () => {
      const { data } = await api.dismissProposal({ params })
      edited.value = null
      if (data) onProposal(data)
    })
  }

  async function doOnce(what: PendingAction, act: () => Promise<void>): Promise<boolean> {
    if (doing.value) return false
    doing.value = what
    notice.value = undefined
    try {
      await act()
      return true
    } catch (failure) {
      notice.value = refusalOf(failure)
      return false
    } finally {
      doing.value = undefined
    }
  }

  /** Reason for a refusal; adopts the draft from the response. */
  function refusalOf(failure: unknown): string {
    if (!(failure instanceof ApiError) || failure.status !== 409) return explain(failure)
    const data = (failure.body as { data?: Record<string, unknown> } | undefined)?.data
    const now = Proposal.safeParse(data?.['proposal']).data
    const sent = Message.safeParse(data?.['sent']).data
    if (now) onProposal(now)
    if (sent) onSent(sent)
    if (now?.status === 'sent') return t('dial.sentBy', { name: now.decided_by?.name ?? '…' })
    return now ? t('dial.outOfDate') : explain(failure)
  }

  return {
    /** True if the answering mode is Approve. */
    isOn,
    proposal,
    text,
    isEdited: computed(() => edited.value !== null),
    newer,
    leftover,
    problem,
    doing,
    notice,
    type,
    send,
    regenerate,
    dismiss,
    /** Replaces the operator's text by the assistant's current one. */
    showNewer: discard,
    keepMine,
    discard,
  }
}
