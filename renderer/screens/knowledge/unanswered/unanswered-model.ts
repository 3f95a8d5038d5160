import { effect, signal, untracked } from '@preact/signals'
import type { QuestionGroup, WholeQuestionGroup } from '#contracts/unanswered.ts'
import { explain } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { queryState } from '../../../app/query-state.ts'
import { assistantOptions } from '../../records/assistant-options.ts'
import type { EntryDraft } from '../entries/form-model.ts'

export type UnansweredModel = ReturnType<typeof createUnansweredModel>

/** Groups of unanswered questions, with the examples of those that are open. */
export function createUnansweredModel({ api, address }: Pick<Desk, 'api' | 'address'>) {
  const status = queryState<'open' | 'dismissed'>(address, 'status', {
    fallback: 'open',
    values: ['open', 'dismissed'],
    push: true,
  })
  const assistant = queryState(address, 'assistant_id', { fallback: '', push: true })
  const groups = signal<readonly QuestionGroup[]>()
  const total = signal(0)
  const error = signal<string>()
  const opened = signal<ReadonlyMap<number, WholeQuestionGroup>>(new Map())

  async function load(): Promise<void> {
    error.value = undefined
    try {
      const query = {
        status: status.value,
        ...(assistant.value !== '' && { assistant_id: assistant.value }),
      }
      const list = await api.listUnanswered({ query })
      groups.value = list.data
      total.value = list.total
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  /** Shows the examples of a group, or hides them. */
  async function toggle({ id }: QuestionGroup): Promise<void> {
    const shown = new Map(opened.value)
    if (!shown.delete(id)) shown.set(id, (await api.getUnanswered({ params: { id } })).data)
    opened.value = shown
  }

  /** The entry that would answer a group: its question, and the latest reply of a person if there was one. */
  async function draft({ id }: QuestionGroup): Promise<EntryDraft & { readonly by?: string }> {
    const { question, examples } = (await api.getUnanswered({ params: { id } })).data
    const replied = examples.find(({ reply }) => reply !== null)
    const example = replied ?? examples[0]
    const from = example && {
      source: {
        conversation: example.conversation_id,
        seq: example.reply?.message_seq ?? example.message_seq,
      },
      assistant: example.assistant.uuid,
    }
    const reply = replied?.reply
    return { question, answer: reply?.content ?? '', ...from, ...(reply && { by: reply.by }) }
  }

  /** Closes a group, or opens it again; resolves to what undoes that. */
  async function settle(
    { id, status: before }: QuestionGroup,
    next: QuestionGroup['status'],
  ): Promise<() => Promise<void>> {
    const params = { id }
    await api.updateUnanswered({ params, body: { status: next } })
    groups.value = groups.value?.filter((group) => group.id !== id)
    total.value -= 1
    return async () => {
      await api.updateUnanswered({ params, body: { status: before } })
      await load()
    }
  }

  const stop = effect(() => {
    // Reads the filters, so that a change of the address reloads.
    status.value
    assistant.value
    untracked(() => void load())
  })

  const assistants = assistantOptions(api)
  return {
    status,
    assistant,
    assistants,
    groups,
    total,
    error,
    opened,
    load,
    toggle,
    draft,
    settle,
    stop,
  }
}
