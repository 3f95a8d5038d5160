import { signal } from '@preact/signals'
import { WebhookEvent } from '#contracts/enums.ts'
import type { WebhookDelivery, WebhookEndpoint } from '#contracts/webhooks.ts'
import { type Api, explain, fieldErrors } from '../../app/api.ts'
import type { Live } from '../../app/live.ts'
import { deliveryOf } from './delivery-event.ts'

export type EndpointsModel = ReturnType<typeof createEndpointsModel>

interface Deps {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
}

/** Result of a test. */
export type TestOutcome =
  | { readonly state: 'sending'; readonly event: WebhookEvent }
  | { readonly state: 'done'; readonly delivery: WebhookDelivery }
  | { readonly state: 'refused'; readonly reason: string }

/** A test that can be sent: an event, and an assistant that uses the address for it. */
export interface TestChoice {
  readonly event: TestedEvent
  readonly assistant_id: number
  readonly assistant_name: string
}

/** Debounce of reloads, ms. */
const PAUSE = 400

/** Addresses that receive webhooks, kept up to date. */
export function createEndpointsModel({ api, live }: Deps) {
  const endpoints = signal<readonly WebhookEndpoint[]>()
  const error = signal<string>()
  /** The address being enabled. */
  const enabling = signal<string>()
  const tests = signal<Readonly<Record<string, TestOutcome>>>({})
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0

  async function load(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const mine = ++asked
    try {
      const { data } = await api.listWebhookEndpoints()
      if (mine !== asked) return
      endpoints.value = data
      error.value = undefined
    } catch (failure) {
      if (mine === asked) error.value = explain(failure)
    }
  }

  function note(url: string, outcome: TestOutcome | undefined): void {
    const { [url]: _, ...others } = tests.value
    tests.value = outcome ? { ...others, [url]: outcome } : others
  }

  /** Resumes deliveries to an address; resolves to the number of pending ones sent now. */
  async function enable(url: string): Promise<number> {
    enabling.value = url
    try {
      const { resumed, data } = await api.enableWebhookEndpoint({ body: { url } })
      endpoints.value = endpoints.value?.map((one) => (one.url === url ? data : one))
      return resumed
    } catch (failure) {
      throw new Error(explain(failure))
    } finally {
      enabling.value = undefined
    }
  }

  async function test(url: string, { event, assistant_id }: TestChoice): Promise<void> {
    note(url, { state: 'sending', event })
    try {
      const { data } = await api.sendTestWebhook({ body: { assistant_id, event, url } })
      note(url, { state: 'done', delivery: data })
    } catch (failure) {
      const [fault] = Object.values(fieldErrors(failure) ?? {})
      note(url, { state: 'refused', reason: fault ?? explain(failure) })
    }
  }

  const stops = [
    live.subscribe((event) => {
      if (
        deliveryOf(event) ||
        event.type.startsWith('notice.') ||
        event.type.startsWith('assistant.')
      )
        timer ??= setTimeout(() => void load(), PAUSE)
    }),
    live.onResume(() => void load()),
  ]
  void load()

  return {
    endpoints,
    error,
    enabling,
    tests,
    load,
    enable,
    test,
    putAway: (url: string) => note(url, undefined),
    stop(): void {
      clearTimeout(timer)
      asked += 1
      for (const stop of stops) stop()
    },
  }
}

/** Events of assistants; those of a messenger sender need no test. */
type TestedEvent = Exclude<WebhookEvent, 'message_status' | 'rule_matched'>
const TESTED = WebhookEvent.exclude(['message_status', 'rule_matched']).options

/** Tests of an address for the three events, each with an assistant that uses it for that event, or else for another. */
export function testsOf({ uses }: Pick<WebhookEndpoint, 'uses'>): readonly TestChoice[] {
  return TESTED.flatMap((event) => {
    const use = uses.find((one) => one.event === event) ?? uses[0]
    if (!use) return []
    const { assistant_id, assistant_name } = use
    return [{ event, assistant_id, assistant_name }]
  })
}

/** Reports whether a status is a success. */
export const isSuccess = (status: number | null): status is number =>
  status !== null && status >= 200 && status < 300
