import { signal } from '@preact/signals'
import { explain } from '../../app/api.ts'

interface Identified {
  readonly id: number
}

interface Portion<item> {
  readonly data: readonly item[]
  readonly total: number
  readonly has_more: boolean
}

export type PagedModel<item extends Identified> = ReturnType<typeof createPagedModel<item>>

/**
 * A list that is loaded in portions.
 * @param read requests the portion after an item, or the first one
 */
export function createPagedModel<item extends Identified>(
  read: (query: { after?: string }) => Promise<Portion<item>>,
) {
  const items = signal<readonly item[]>()
  const total = signal(0)
  const hasMore = signal(false)
  const isBusy = signal(false)
  const error = signal<string>()

  async function load(): Promise<void> {
    if (isBusy.value) return
    isBusy.value = true
    error.value = undefined
    try {
      const known = items.value ?? []
      const last = known.at(-1)
      const portion = await read(last ? { after: String(last.id) } : {})
      items.value = [...known, ...portion.data]
      total.value = portion.total
      hasMore.value = portion.has_more
    } catch (failure) {
      error.value = explain(failure)
    } finally {
      isBusy.value = false
    }
  }

  return { items, total, hasMore, isBusy, error, load }
}
