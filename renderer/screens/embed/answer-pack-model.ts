import { computed, signal } from '@preact/signals'
import { MAX_PACK_PASSAGES } from '#contracts/answer-pack-file.ts'
import type { AnswerPackState } from '#contracts/answer-packs.ts'
import { type Api, explain } from '../../app/api.ts'

export type AnswerPackModel = ReturnType<typeof createAnswerPackModel>

/** Passages shown at once; the search finds the others. */
const SHOWN = 50

/** The answer pack of an assistant: which passages are approved, and what is published. */
export function createAnswerPackModel(api: Api, id: number) {
  const params = { id }
  const state = signal<AnswerPackState>()
  const chosen = signal<ReadonlySet<number>>(new Set())
  const search = signal('')
  const error = signal<string>()
  const busy = signal(false)

  function take(found: AnswerPackState): void {
    state.value = found
    chosen.value = new Set(
      found.passages.filter(({ is_approved }) => is_approved).map((passage) => passage.id),
    )
  }

  async function doing(work: () => Promise<AnswerPackState>): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    error.value = undefined
    try {
      take(await work())
      return true
    } catch (failure) {
      error.value = explain(failure)
      return false
    } finally {
      busy.value = false
    }
  }

  const found = computed(() => {
    const wanted = search.value.trim().toLocaleLowerCase()
    const all = state.value?.passages ?? []
    return all.filter(({ title, heading, content }) =>
      `${title}\n${heading}\n${content}`.toLocaleLowerCase().includes(wanted),
    )
  })

  return {
    state,
    chosen,
    search,
    error,
    busy,
    /** Passages that match the search, the first of them. */
    shown: computed(() => found.value.slice(0, SHOWN)),
    hidden: computed(() => Math.max(0, found.value.length - SHOWN)),
    isFull: computed(() => chosen.value.size >= MAX_PACK_PASSAGES),
    /** True if another selection is published than is chosen, or a published passage has changed. */
    hasChanged: computed(() => {
      const approved = state.value?.passages.filter(({ is_approved }) => is_approved) ?? []
      const isSame =
        approved.length === chosen.value.size && approved.every((one) => chosen.value.has(one.id))
      return !isSame || approved.length !== (state.value?.published?.passages ?? 0)
    }),
    open: () => doing(() => api.getAnswerPack({ params })),
    choose(passage: number, isChosen: boolean): void {
      const next = new Set(chosen.value)
      if (isChosen) next.add(passage)
      else next.delete(passage)
      chosen.value = next
    },
    publish: () =>
      doing(() => api.publishAnswerPack({ params, body: { passage_ids: [...chosen.value] } })),
  }
}
