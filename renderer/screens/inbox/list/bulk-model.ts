import { computed, effect, signal } from '@preact/signals'
import type { BulkAction, BulkOperation } from '#contracts/inbox-bulk.ts'
import type { Label } from '#contracts/labels.ts'
import type { TeamName } from '#contracts/teams.ts'
import { type Api, explain } from '../../../app/api.ts'
import { keyOf } from '../../../app/inbox/filter.ts'
import type { InboxModel } from '../../../app/inbox/model.ts'
import type { Live, LiveEvent } from '../../../app/live.ts'
import type { Toasts } from '../../../app/toasts.ts'
import type { Order } from './foreseen.ts'
import type { ListModel } from './list-model.ts'
import { createPerformer } from './perform.ts'

interface Needs {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe'>
  readonly toasts: Toasts
  readonly inbox: Pick<InboxModel, 'find' | 'put' | 'count'>
  readonly list: Pick<ListModel, 'filter' | 'items' | 'matching' | 'current'>
  readonly labels: () => readonly Label[]
  readonly people: () => readonly { readonly id: number; readonly name: string }[]
  readonly teams: () => readonly TeamName[]
}

export type BulkModel = ReturnType<typeof createBulkModel>

/** Subject of a dialog about conversations. */
export type Question = 'assign' | 'label' | 'snooze' | 'end'

/** Actions after which conversations are no longer selected. */
const CLEARING: ReadonlySet<BulkAction> = new Set(['end', 'snooze', 'unsnooze'])

/** Number of conversations above which ending them requires confirmation. */
const CONFIRM_ABOVE = 10

/** Selection of conversations and bulk actions on it: on selected rows, or on all that match. */
export function createBulkModel({ api, live, toasts, inbox, list, labels, people, teams }: Needs) {
  const chosen = signal<ReadonlySet<string>>(new Set())
  const isAll = signal(false)
  const found = signal(0)
  const progress = signal<BulkOperation>()
  const question = signal<Question>()
  let from: string | undefined
  let mine: number | undefined

  const count = computed(() =>
    isAll.value ? (list.matching.value?.count ?? found.value) : chosen.value.size,
  )
  const loaded = () => list.items.value.map(({ id }) => id)
  const { perform, endReplied } = createPerformer({
    api,
    toasts,
    inbox,
    filter: () => list.filter.value,
    known: () => ({ people: people(), labels: labels(), teams: teams() }),
    onStarted: (operation) => {
      mine = operation.id
      if (operation.status !== 'done' && operation.action !== 'end') progress.value = operation
    },
  })

  /** Loaded targets of an action: the selection, or else the open conversation. */
  function targets(): readonly string[] {
    if (isAll.value) return loaded()
    if (chosen.value.size > 0) return [...chosen.value]
    return list.current.value ? [list.current.value] : []
  }

  function toggle(id: string, isRange = false): void {
    const next = new Set(isAll.value ? loaded() : chosen.value)
    isAll.value = false
    const isOn = !next.has(id)
    for (const one of isRange ? between(from, id) : [id]) {
      if (isOn) next.add(one)
      else next.delete(one)
    }
    chosen.value = next
    from = id
  }

  /** The ids of the rows from one to another, inclusive. */
  function between(start: string | undefined, end: string): string[] {
    const ids = loaded()
    const [one, other] = [ids.indexOf(start ?? end), ids.indexOf(end)]
    if (one < 0 || other < 0) return [end]
    return ids.slice(Math.min(one, other), Math.max(one, other) + 1)
  }

  async function chooseAll(): Promise<void> {
    chosen.value = new Set()
    if (list.filter.value.q === undefined) {
      isAll.value = list.items.value.length > 0 || (list.matching.value?.count ?? 0) > 0
      return
    }
    // The number of search matches is unknown until the search has run.
    const filter = list.filter.value as Record<string, string>
    try {
      const { matched } = await api.changeInBulk({
        body: { action: 'read', filter, dry_run: true },
      })
      found.value = matched
      isAll.value = matched > 0
    } catch (failure) {
      toasts.show(explain(failure), 'danger')
    }
  }

  function clear(): void {
    chosen.value = new Set()
    isAll.value = false
    question.value = undefined
  }

  /** Runs an action optimistically and offers Undo; rows that fail are reverted. */
  async function run(order: Order): Promise<void> {
    const all = isAll.value
    const ids = targets()
    if (ids.length === 0 && !all) return
    // The next action is for the same conversations, unless they are done with.
    await perform(order, ids, {
      isAll: all,
      onShown: () => CLEARING.has(order.action) && clear(),
    })
  }

  /** Ends the conversations, after confirmation if there are many. */
  function end(): void {
    if (count.value > CONFIRM_ABOVE) question.value = 'end'
    else void run({ action: 'end' })
  }

  function apply(event: LiveEvent): void {
    if (event.type !== 'bulk.progress') return
    const { data } = event
    if (data.id !== mine && data.id !== progress.value?.id) return
    const isOver = data.status === 'done' || data.status === 'undone' || data.status === 'cancelled'
    progress.value = isOver || data.status === 'waiting' ? undefined : data
    if (isOver) void inbox.count()
  }

  let shown = keyOf(list.filter.peek())
  const ends = [
    live.subscribe(apply),
    effect(() => {
      const key = keyOf(list.filter.value)
      if (key === shown) return
      shown = key
      clear()
    }),
  ]

  return {
    chosen,
    isAll,
    count,
    /** This operator's bulk operation in progress. */
    progress,
    /** The dialog that is open for an action. */
    question,
    targets,
    /** Affected rows, as far as they are loaded. */
    rows: () => targets().flatMap((id) => inbox.find(id) ?? []),
    /** Reports whether a row is selected. */
    has: (id: string) => isAll.value || chosen.value.has(id),
    toggle,
    chooseAll,
    clear,
    run,
    end,
    endReplied,
    stop: () => {
      for (const stop of ends) stop()
    },
  }
}
