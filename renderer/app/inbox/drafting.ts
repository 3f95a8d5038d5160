import { signal } from '@preact/signals'
import type { DraftKind } from '#contracts/drafts.ts'
import type { Api } from '../api.ts'
import type { LiveEvent } from '../live.ts'

/** An unsent reply or note in a conversation. */
interface Mark {
  readonly kind: DraftKind
  readonly by: { readonly id: number; readonly name: string }
}

export type Drafting = ReturnType<typeof createDrafting>

const NONE: readonly Mark[] = []

/** Drafts in all conversations: the operator's own, and replies that colleagues are writing. */
export function createDrafting(api: Api, me: () => number | undefined) {
  const marks = signal<ReadonlyMap<string, readonly Mark[]>>(new Map())
  /** Events that arrived while the drafts were loading. */
  let early: LiveEvent[] | undefined

  const of = (conversation: string) => marks.value.get(conversation) ?? NONE

  async function load(): Promise<void> {
    const meanwhile: LiveEvent[] = []
    early = meanwhile
    try {
      const { data } = await api.listDrafts()
      if (early !== meanwhile) return
      marks.value = Map.groupBy(data, ({ conversation_id }) => conversation_id)
      early = undefined
      for (const event of meanwhile) apply(event)
    } catch {
      // The stream reports what changes; the next load has the others.
      if (early === meanwhile) early = undefined
    }
  }

  function apply(event: LiveEvent): void {
    if (event.type !== 'drafting') return
    early?.push(event)
    const { conversation_id: id, kind, by, active } = event.data
    const others = of(id).filter((one) => one.kind !== kind || one.by.id !== by.id)
    if (!active && others.length === of(id).length) return
    if (active && others.length < of(id).length) return
    marks.value = new Map(marks.value).set(id, active ? [...others, { kind, by }] : others)
  }

  return {
    load,
    apply,
    /** Reports whether the operator has an unsent reply or note in a conversation. */
    isMine: (conversation: string): boolean => of(conversation).some(({ by }) => by.id === me()),
    /** Names of the colleagues who have an unsent reply in a conversation, comma-separated; empty if none has. */
    colleaguesIn: (conversation: string): string =>
      of(conversation)
        .filter(({ kind, by }) => kind === 'reply' && by.id !== me())
        .map(({ by }) => by.name)
        .join(', '),
    /** Clears everything when the operator signs out. */
    clear(): void {
      early = undefined
      marks.value = new Map()
    },
  }
}
