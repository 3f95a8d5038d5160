import type { Address } from '../../../app/address.ts'
import type { Preferences } from '../../../app/preferences.ts'
import type { Toasts } from '../../../app/toasts.ts'
import { t } from '../../../locales/translate.ts'
import type { BulkModel } from './bulk-model.ts'
import type { ListModel } from './list-model.ts'

interface Needs {
  readonly address: Pick<Address, 'go'>
  readonly preferences: Pick<Preferences, 'advances'>
  readonly toasts: Pick<Toasts, 'show'>
  readonly list: Pick<ListModel, 'query' | 'items' | 'current'>
  readonly bulk: Pick<BulkModel, 'count' | 'end' | 'endReplied'>
}

export type Resolving = ReturnType<typeof createResolving>

/** Resolving conversations; after the open one, the next one opens if the operator wants that. */
export function createResolving({ address, preferences, toasts, list, bulk }: Needs) {
  /** Conversations to open after those whose last reply is being sent: the reply itself moves their rows. */
  const noted = new Map<string, string | undefined>()

  /** Shows a conversation next to the list as it is filtered. */
  function show(id: string, replace: boolean): void {
    address.go(`/app/inbox/${id}${list.query.value}`, { replace })
  }

  /** The conversation below another, or above it at the end of the list; undefined if none is to open. */
  function nextAfter(id: string): string | undefined {
    const ids = list.items.value.map((item) => item.id)
    const index = ids.indexOf(id)
    if (!preferences.advances.value || index < 0) return undefined
    return ids[index + 1] ?? ids[index - 1]
  }

  return {
    show,
    /** Resolves the selected conversations, or else the open one. */
    end(): void {
      const open = bulk.count.value === 0 ? list.current.value : undefined
      const next = open === undefined ? undefined : nextAfter(open)
      bulk.end()
      if (next !== undefined) show(next, true)
    },
    /** Call before sending the last reply of a conversation. */
    note(id: string): void {
      noted.set(id, nextAfter(id))
    },
    /** Resolves a conversation whose last reply was sent; one that others have written in meanwhile stays open. */
    endReplied(id: string, isLatest: boolean): void {
      const next = noted.has(id) ? noted.get(id) : nextAfter(id)
      noted.delete(id)
      if (!isLatest) return void toasts.show(t('actions.repliedOnly'), 'info')
      void bulk.endReplied(id)
      if (next !== undefined && list.current.value === id) show(next, true)
    },
  }
}
