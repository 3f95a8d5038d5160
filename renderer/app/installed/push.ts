import { signal } from '@preact/signals'
import { language } from '../../locales/language.ts'
import { type Api, explain } from '../api.ts'
import { requestNotificationPermission } from '../notifications/notifications.ts'
import { runWorker } from './worker.ts'

/** State of web push on this device; undefined until it is known. */
interface PushState {
  readonly isOn: boolean
  readonly showsText: boolean
}

/** Reports whether this browser can get web push. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis

/** Reports whether a subscription accepts messages from a server key; browsers that do not tell are taken at their word. */
function isBoundTo({ options }: PushSubscription, key: string): boolean {
  const bound = options.applicationServerKey
  return bound === null || base64UrlOf(new Uint8Array(bound)) === key
}

const base64UrlOf = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Web push to this browser: a subscription at its push service, told to the server. */
export function createPushModel(api: Api) {
  const state = signal<PushState>()
  const isBusy = signal(false)
  const error = signal<string>()
  const isDenied = signal(false)

  async function load(): Promise<void> {
    const reply = await api.getPush().catch(() => undefined)
    const known = reply?.data.subscription
    if (reply) state.value = { isOn: Boolean(known), showsText: known?.shows_text ?? false }
  }

  async function run(work: () => Promise<void>): Promise<void> {
    isBusy.value = true
    error.value = undefined
    try {
      await work()
      await load()
    } catch (failure) {
      error.value = explain(failure)
    } finally {
      isBusy.value = false
    }
  }

  async function subscribe(showsText: boolean): Promise<void> {
    const permission = await requestNotificationPermission()
    isDenied.value = permission === 'denied'
    if (permission !== 'granted') return
    const { data } = await api.getPush()
    const { pushManager } = await runWorker()
    const options = { userVisibleOnly: true, applicationServerKey: data.public_key }
    const known = await pushManager.getSubscription()
    const isOurs = known !== null && isBoundTo(known, data.public_key)
    // A push service refuses messages from any other key than the one of the subscription.
    if (known !== null && !isOurs) await known.unsubscribe()
    const subscription = isOurs ? known : await pushManager.subscribe(options)
    const { endpoint = '', keys = {} } = subscription.toJSON()
    await api.subscribeToPush({
      body: {
        endpoint,
        keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
        shows_text: showsText,
        language,
      },
    })
  }

  return {
    state,
    isBusy,
    error,
    /** True if the browser blocks notifications of this site. */
    isDenied,
    load,
    /** Turns it on, or changes whether names and texts are sent. */
    turnOn: (showsText: boolean) => run(() => subscribe(showsText)),
    turnOff: () =>
      run(async () => {
        await api.unsubscribeFromPush()
        const registration = await navigator.serviceWorker.getRegistration('/app/')
        const subscription = await registration?.pushManager.getSubscription()
        await subscription?.unsubscribe()
      }),
  }
}
