import { computed, effect, signal } from '@preact/signals'
import type { SearchHit } from '#contracts/inbox-search.ts'
import { type Api, explain } from '../../../app/api.ts'
import { type Filter, hasStarted } from '../../../app/inbox/filter.ts'
import type { ListModel } from './list-model.ts'

interface Needs {
  readonly api: Api
  readonly list: Pick<ListModel, 'filter' | 'narrow' | 'view'>
}

export type SearchModel = ReturnType<typeof createSearchModel>

/** Search hits in one conversation. */
export interface HitGroup {
  readonly conversation: SearchHit['conversation']
  readonly hits: readonly SearchHit[]
}

/** Debounce of searches while typing, ms. */
const PAUSE = 140

/** Full-text search on the server, independent of what is loaded here. */
export function createSearchModel({ api, list }: Needs) {
  const typed = signal(list.filter.peek().q ?? '')
  const hits = signal<readonly SearchHit[]>()
  const before = signal<string | null>(null)
  const isBusy = signal(false)
  const error = signal<string>()
  let pause: ReturnType<typeof setTimeout> | undefined
  let asked = 0

  const groups = computed((): readonly HitGroup[] => {
    const byId = new Map<string, SearchHit[]>()
    for (const hit of hits.value ?? []) {
      if (!hasStarted(hit.conversation)) continue
      byId.set(hit.conversation.id, [...(byId.get(hit.conversation.id) ?? []), hit])
    }
    return [...byId.values()].map((own) => ({ conversation: own[0]!.conversation, hits: own }))
  })

  async function ask(from?: string): Promise<void> {
    const { q, ...filter } = list.filter.value
    if (q === undefined) return
    asked += 1
    const mine = asked
    isBusy.value = true
    error.value = undefined
    const query = { ...(filter as Record<string, string>), q, ...(from && { before: from }) }
    const shown = (from && hits.value) || []
    const answer = await api.searchAll({ query }).then(
      (reply) => () => {
        hits.value = [...shown, ...reply.data]
        before.value = reply.before
      },
      (failure) => () => {
        error.value = explain(failure)
      },
    )
    // A newer search has replaced this one.
    if (mine !== asked) return
    answer()
    isBusy.value = false
  }

  let shown = ''
  const end = effect(() => {
    const { filter } = list
    const key = JSON.stringify(filter.value)
    if (key === shown) return
    shown = key
    const { q } = filter.value
    // Back or a link sets the field, unless the user is typing.
    if (pause === undefined) typed.value = q ?? ''
    if (q === undefined) {
      asked += 1
      hits.value = undefined
      isBusy.value = false
    } else void ask()
  })

  function edit(text: string): void {
    typed.value = text
    clearTimeout(pause)
    pause = setTimeout(commit, text === '' ? 0 : PAUSE)
  }

  function commit(): void {
    clearTimeout(pause)
    pause = undefined
    const { q, ...rest } = list.filter.value
    const next = typed.value.trimStart()
    if ((q ?? '') === next) return
    // A view is searched as it is filtered.
    const isFixed = list.view.value !== undefined
    const wider = isFixed || q !== undefined ? rest : everywhere(rest)
    list.narrow(next !== '' ? { ...wider, q: next } : isFixed ? rest : back(rest), true)
  }

  return {
    typed,
    /** True if the search has text, not only filters. */
    isOn: computed(() => list.filter.value.q !== undefined),
    /** Undefined until the first response. */
    groups: computed(() => (hits.value === undefined ? undefined : groups.value)),
    hasMore: computed(() => before.value !== null),
    isBusy,
    error,
    edit,
    commit,
    retry: () => ask(),
    loadMore: () => (before.value !== null && !isBusy.value ? ask(before.value) : undefined),
    stop(): void {
      clearTimeout(pause)
      end()
    },
  }
}

/** A text search covers all states unless one was chosen. */
function everywhere({ state, ...rest }: Filter): Filter {
  return state === undefined || state === 'open' ? rest : { ...rest, state }
}

/** Without text, the list shows open conversations unless a state was chosen. */
const back = (rest: Filter): Filter => ({ ...rest, state: rest.state ?? 'open' })
