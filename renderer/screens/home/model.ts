import { computed, effect, signal } from '@preact/signals'
import type { Home, HomeDays } from '#contracts/home.ts'
import type { Address } from '../../app/address.ts'
import { type Api, explain } from '../../app/api.ts'
import type { Live, LiveEvent } from '../../app/live.ts'
import { queryState } from '../../app/query-state.ts'
import { timezoneHere } from '../../format/timezone.ts'

export type HomeModel = ReturnType<typeof createHomeModel>

interface HomeNeeds {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
  readonly address: Address
  readonly timezone?: string
}

export const DAYS: readonly HomeDays[] = ['7', '30', '90']

/** Events that do not affect Home. */
const UNSEEN: readonly LiveEvent['type'][] = [
  'message.delta',
  'typing',
  'call.said',
  'call.attended',
  'presence',
  'ping',
]

/** Interval for batching reloads, ms: events often come in bursts. */
const PAUSE = 1500
/** Interval of reloads without events, because days end and waiting times grow, ms. */
const REFRESH_MS = 300_000

/** Home: pending items, today's numbers and the plots, kept up to date by the stream. */
export function createHomeModel({ api, live, address, timezone = timezoneHere() }: HomeNeeds) {
  const home = signal<Home>()
  const error = signal<string>()
  const isBusy = signal(false)
  const assistants = signal<readonly { readonly id: number; readonly name: string }[]>([])
  const days = queryState<HomeDays>(address, 'days', {
    fallback: '30',
    values: DAYS,
    push: true,
  })
  const assistant = queryState<string>(address, 'assistant', { fallback: '', push: true })
  const timers: {
    soon?: ReturnType<typeof setTimeout> | undefined
    regular?: ReturnType<typeof setTimeout> | undefined
  } = {}
  let asked = 0

  const stops = [
    live.subscribe(handleEvent),
    live.onResume(() => void load()),
    effect(() => {
      // Read here, so that a change of either reloads.
      void [days.value, assistant.value]
      void load()
    }),
  ]
  timers.regular = setInterval(() => void load(), REFRESH_MS)
  void loadAssistants()

  async function load(): Promise<void> {
    clearTimeout(timers.soon)
    timers.soon = undefined
    asked += 1
    const mine = asked
    isBusy.value = true
    try {
      const answer = await api.getHome({
        query: {
          timezone,
          days: days.value,
          ...(/^\d+$/.test(assistant.value) && { assistant_id: assistant.value }),
        },
      })
      // A newer request has replaced this one.
      if (mine !== asked) return
      home.value = answer
      error.value = undefined
    } catch (failure) {
      if (mine === asked) error.value = explain(failure)
    } finally {
      if (mine === asked) isBusy.value = false
    }
  }

  async function loadAssistants(): Promise<void> {
    try {
      assistants.value = await api.listAllAssistants()
    } catch {
      // The filter is then omitted; the request for the numbers reports the error.
    }
  }

  function handleEvent({ type }: LiveEvent): void {
    if (UNSEEN.includes(type)) return
    if (type.startsWith('assistant.')) void loadAssistants()
    timers.soon ||= setTimeout(() => void load(), PAUSE)
  }

  /** Dismisses or restores the onboarding steps optimistically; reverts if the server refuses. */
  async function dismiss(isDismissed: boolean): Promise<void> {
    show(isDismissed)
    try {
      await api.dismissOnboarding({ body: { is_dismissed: isDismissed } })
    } catch (failure) {
      show(!isDismissed)
      throw failure
    }
  }

  function show(isDismissed: boolean): void {
    if (!home.value) return
    const onboarding = { ...home.value.onboarding, is_dismissed: isDismissed }
    home.value = { ...home.value, onboarding }
  }

  return {
    home,
    error,
    isBusy,
    assistants,
    days,
    assistant,
    /** True if the numbers are restricted to one assistant. */
    isNarrow: computed(() => assistant.value !== ''),
    load,
    dismiss,
    stop(): void {
      for (const end of stops) end()
      clearTimeout(timers.soon)
      clearInterval(timers.regular)
      asked += 1
    },
  }
}
