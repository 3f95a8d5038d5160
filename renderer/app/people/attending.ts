import { batch, computed, effect, signal } from '@preact/signals'
import type { Attending, OperatorStatus } from '#contracts/presence.ts'
import type { Api } from '../api.ts'
import type { Live, LiveEvent } from '../live.ts'

/** A colleague who has a conversation open. */
export interface Viewer {
  readonly id: number
  readonly name: string
  readonly isReplying: boolean
}

export type AttendingNow = ReturnType<typeof createAttending>

/** Heartbeat interval of this tab, ms: well below the server's timeout. */
const HEARTBEAT_MS = 8000

interface AttendingOptions {
  readonly api: Api
  /** Identifies this tab. */
  readonly tab: string
  readonly status: () => OperatorStatus
  /** True while this tab is visible. */
  readonly isVisible: () => boolean
}

const NO_VIEWERS: readonly Viewer[] = []

/** Presence at the desk: other operators, what they are viewing, and this tab. */
export function createAttending({ api, tab, status, isVisible }: AttendingOptions) {
  const people = signal<ReadonlyMap<number, Attending>>(new Map())
  const me = signal<number>()
  const isHere = signal(false)
  const conversation = signal<string>()
  const isReplying = signal(false)
  const isHolding = signal(false)
  let beat: ReturnType<typeof setInterval> | undefined

  const colleagues = computed(() =>
    [...people.value.values()].filter(({ operator }) => operator.id !== me.value),
  )

  const byConversation = computed(() => {
    const viewers = new Map<string, Viewer[]>()
    for (const { operator, conversations } of colleagues.value) {
      for (const { conversation_id, replying } of conversations) {
        const known = viewers.get(conversation_id) ?? []
        known.push({ ...operator, isReplying: replying })
        viewers.set(conversation_id, known)
      }
    }
    return viewers
  })

  /** Operators present when the desk opens, and whenever the stream starts. */
  async function load(): Promise<void> {
    const heard = people.value
    try {
      const { operator_id, data } = await api.listAttending()
      me.value = operator_id
      // The stream may have reported newer changes in the meantime.
      if (people.value !== heard) return await load()
      people.value = new Map(data.map((one) => [one.operator.id, one]))
    } catch {
      // The stream reports it with the next change.
    }
  }

  async function report(): Promise<void> {
    const body = {
      tab,
      status: status(),
      replying: isReplying.value && isVisible(),
      // An operator who holds an answer may look something up in another tab.
      conversation_id: (isVisible() || isHolding.value ? conversation.value : undefined) ?? null,
    }
    // A failed report is repeated with the next heartbeat.
    await api.attend({ body }).catch(() => undefined)
  }

  // Reports every change immediately, and repeats it at intervals to stay present.
  effect(() => {
    clearInterval(beat)
    if (!isHere.value) return
    void report()
    beat = setInterval(() => void report(), HEARTBEAT_MS)
  })

  function show(id: string | undefined): void {
    batch(() => {
      conversation.value = id
      isReplying.value = false
      isHolding.value = false
    })
  }

  return {
    /** Id of this tab. */
    tab,
    /** All other operators at the desk. */
    colleagues,
    /** The conversation that is open in this tab. */
    conversation: computed(() => conversation.value),
    /** Id of the signed-in operator. */
    me,
    /** Other operators who have a conversation open. */
    viewersOf: (id: string): readonly Viewer[] => byConversation.value.get(id) ?? NO_VIEWERS,
    /** Reports whether the operator is looking at a conversation, in any tab. */
    isSeen: (id: string): boolean =>
      (isVisible() && conversation.peek() === id) ||
      (people.peek().get(me.peek() ?? 0)?.conversations ?? []).some(
        (one) => one.conversation_id === id,
      ),
    /** Marks a conversation as open in this tab; call the returned function when it is closed. */
    view(id: string): () => void {
      show(id)
      return () => {
        if (conversation.value === id) show(undefined)
      }
    },
    /** Reports whether a reply is being written in the visible conversation. */
    setReplying(isOn: boolean): void {
      isReplying.value = isOn
    },
    /** Keeps the conversation open in the background while its answer is held here. */
    setHolding(isOn: boolean): void {
      isHolding.value = isOn
    },
    apply({ type, data }: LiveEvent): void {
      if (type !== 'attending') return
      const next = new Map(people.value)
      if (data.status === 'offline') next.delete(data.operator.id)
      else next.set(data.operator.id, data)
      people.value = next
    },
    start(): void {
      isHere.value = true
      void load()
    },
    /** Call when the stream opens: it does not report earlier changes. */
    opened(): void {
      void load()
    },
    /** Repeats this tab's state, which the server may have lost. */
    resume(): void {
      void report()
    },
    stop(): void {
      isHere.value = false
      people.value = new Map()
      me.value = undefined
    },
  }
}

/** Keeps presence up to date from the stream. */
export function attendLive(
  attending: AttendingNow,
  live: Pick<Live, 'subscribe' | 'onOpen' | 'onResume'>,
): void {
  live.subscribe(attending.apply)
  live.onOpen(attending.opened)
  live.onResume(attending.resume)
}
