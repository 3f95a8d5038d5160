import { effect, signal } from '@preact/signals'
import type { WritingProposal, WritingTask } from '#contracts/writing-aid.ts'
import { type Api, explain } from '../../../app/api.ts'
import { language } from '../../../locales/language.ts'

interface Needs {
  readonly api: Api
  readonly conversation: string
  /** The reply being written. */
  readonly text: () => string
  /** Replaces it; `original` is what a translation was made of. */
  readonly replace: (text: string, original?: string) => void
}

/** Help available in a conversation. */
interface Offer {
  /** Name of the model; null if only the built-in one is there. */
  readonly model: string | null
  readonly visitor_language: string | null
}

/** A proposal, and the text it was made of. */
interface Proposed extends WritingProposal {
  readonly task: WritingTask
  readonly from: string
}

export type AidModel = ReturnType<typeof createAidModel>

/** Help with a reply by a model, which only proposes: the text changes when the operator uses a proposal. */
export function createAidModel({ api, conversation, text, replace }: Needs) {
  const params = { uuid: conversation }
  const offer = signal<Offer>()
  const error = signal<string>()
  /** The task in progress. */
  const asking = signal<WritingTask>()
  const proposal = signal<Proposed>()
  /** The reply that a proposal has replaced. */
  const replaced = signal<string>()
  let leaving = new AbortController()
  const stopRule = effect(() => {
    // The reply was sent or cleared.
    if (text() === '') replaced.value = undefined
  })

  async function load(): Promise<void> {
    const reply = await api.getWritingAid({ params }).catch(() => undefined)
    if (reply) offer.value = reply.data
  }

  async function ask(task: WritingTask, into?: string): Promise<void> {
    cancel()
    const { signal: aborted } = leaving
    const from = text()
    const target = task === 'summarise' ? language : into
    const body = {
      task,
      ...(task !== 'summarise' && { text: from }),
      ...(target !== undefined && { language: target }),
    }
    proposal.value = undefined
    error.value = undefined
    asking.value = task
    try {
      const { data } = await api.askWritingAid({ params, body, signal: aborted })
      if (!aborted.aborted) proposal.value = { ...data, task, from }
    } catch (failure) {
      if (!aborted.aborted) error.value = explain(failure)
    } finally {
      if (!aborted.aborted) asking.value = undefined
    }
  }

  /** Aborts the request in progress. */
  function cancel(): void {
    leaving.abort()
    leaving = new AbortController()
    asking.value = undefined
  }

  return {
    /** Undefined until loaded. */
    offer,
    error,
    asking,
    proposal,
    replaced,
    load,
    ask,
    cancel,
    /** Replaces the reply by the proposal. */
    use(): void {
      const used = proposal.value
      if (!used) return
      replaced.value = text()
      proposal.value = undefined
      replace(used.text, used.task === 'translate' ? used.from : undefined)
    },
    dismiss(): void {
      proposal.value = undefined
      replaced.value = undefined
      error.value = undefined
    },
    /** Restores the reply that a proposal replaced. */
    undo(): void {
      const before = replaced.value
      replaced.value = undefined
      if (before !== undefined) replace(before)
    },
    stop(): void {
      stopRule()
      cancel()
    },
  }
}
