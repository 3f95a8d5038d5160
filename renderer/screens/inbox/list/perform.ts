import { batch } from '@preact/signals'
import type { InboxItem } from '#contracts/conversations.ts'
import type { BulkOperation } from '#contracts/inbox-bulk.ts'
import { type Api, explain } from '../../../app/api.ts'
import type { Filter } from '../../../app/inbox/filter.ts'
import type { InboxModel } from '../../../app/inbox/model.ts'
import type { Toasts } from '../../../app/toasts.ts'
import { t } from '../../../locales/translate.ts'
import { foreseen, type Known, type Order } from './foreseen.ts'

interface Needs {
  readonly api: Api
  readonly toasts: Toasts
  readonly inbox: Pick<InboxModel, 'find' | 'put' | 'count'>
  readonly filter: () => Filter
  readonly known: () => Known
  readonly onStarted: (operation: BulkOperation) => void
}

/** Texts of an action and of its undo that differ from the usual ones. */
interface UndoWords {
  readonly done?: string
  readonly undone?: string
}

interface Performing extends UndoWords {
  /** The action is for all that match the list's filter. */
  readonly isAll?: boolean
  /** Called once the rows show the result. */
  readonly onShown?: () => unknown
}

/** Maximum number of rows updated optimistically; the stream updates the others. */
const MAX_OPTIMISTIC = 200

/** Time for which the server delays the end, so that it can be undone, ms. */
const UNDO_MS = 10_000

/** Carries out actions optimistically and offers Undo; rows that fail are reverted. */
export function createPerformer({ api, toasts, inbox, filter, known, onStarted }: Needs) {
  async function perform(
    order: Order,
    ids: readonly string[],
    { isAll: all = false, onShown, ...words }: Performing,
  ): Promise<void> {
    const before = ids.slice(0, MAX_OPTIMISTIC).flatMap((id) => inbox.find(id) ?? [])
    const names = known()
    batch(() => {
      for (const item of before) inbox.put(foreseen(item, order, names))
      onShown?.()
    })
    try {
      const { action, value } = order
      const what = all ? { filter: filter() as Record<string, string> } : { ids: [...ids] }
      const { data, matched } = await api.changeInBulk({ body: { action, value, ...what } })
      onStarted(data!)
      offerUndo(order, matched, data!, before, words)
      void inbox.count()
    } catch (failure) {
      batch(() => {
        for (const item of before) inbox.put(item)
      })
      toasts.show(explain(failure), 'danger')
    }
  }

  /** Ends a conversation after a reply, whatever is selected; undoing it does not take the reply back. */
  const endReplied = (id: string): Promise<void> =>
    perform({ action: 'end' }, [id], {
      done: t('actions.repliedAndResolved'),
      undone: t('actions.replyStays'),
    })

  function offerUndo(
    { action }: Order,
    matched: number,
    { id, changed, status }: BulkOperation,
    before: readonly InboxItem[],
    { done, undone }: UndoWords,
  ): void {
    const number = status === 'done' ? changed : matched
    if (number === 0) return void toasts.show(t('actions.nothingChanged'))
    toasts.undo(
      done ?? t(`actions.done.${action}`, { count: number }),
      () => undo(id, before, undone),
      action === 'end' ? UNDO_MS : UNDO_MS * 1.5,
    )
  }

  async function undo(
    id: number,
    before: readonly InboxItem[],
    undone = t('actions.undone'),
  ): Promise<void> {
    const { data } = await api.undoBulkOperation({ params: { id } })
    // What was said in the meantime stays in the row; other actions send an event for each.
    if (data.action === 'end')
      for (const { id, ended_at } of before) {
        // Undefined if the conversation was deleted meanwhile.
        const item = inbox.find(id)
        if (item) inbox.put({ ...item, ended_at })
      }
    toasts.show(undone)
    void inbox.count()
  }

  return { perform, endReplied }
}
