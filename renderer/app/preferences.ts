import type { InboxSort } from '#contracts/inbox-filter.ts'
import type { OperatorStatus } from '#contracts/presence.ts'
import { type Keep, stored, storedJson } from './storage.ts'

export type Theme = 'auto' | 'light' | 'dark'
export type Density = 'roomy' | 'compact'
export type Motion = 'auto' | 'reduced'
export type TextSize = 'small' | 'normal' | 'large'
export type NavigationWidth = 'auto' | 'wide' | 'narrow'
export type Preferences = ReturnType<typeof createPreferences>

const one =
  <value extends string>(...values: readonly value[]) =>
  (text: string) =>
    values.find((known) => known === text)
const flag = (text: string) => text === 'true'
const percent = (text: string) => (/^(100|\d{1,2})$/.test(text) ? Number(text) : undefined)
const ownKeys = (value: unknown) =>
  value instanceof Object && Object.values(value).every((key) => typeof key === 'string')
    ? (value as Record<string, string>)
    : undefined

/** The operator's preferences on this device. They never leave the browser. */
export function createPreferences(storage: Keep) {
  const word = <value extends string>(key: string, fallback: value, ...others: value[]) =>
    stored<value>(storage, key, one(fallback, ...others), fallback)
  return {
    theme: word<Theme>('parley.theme', 'auto', 'light', 'dark'),
    density: word<Density>('parley.density', 'roomy', 'compact'),
    motion: word<Motion>('parley.motion', 'auto', 'reduced'),
    textSize: word<TextSize>('parley.text', 'normal', 'small', 'large'),
    navigation: word<NavigationWidth>('parley.navigation', 'auto', 'wide', 'narrow'),
    /** True if single keys such as `j` act as shortcuts. */
    shortcuts: stored(storage, 'parley.shortcuts', flag, true),
    /** The operator's own keys by command; `''` for none. */
    keys: storedJson<Readonly<Record<string, string>>>(storage, 'parley.keys', ownKeys, {}),
    /** Availability of this operator. */
    status: word<OperatorStatus>('parley.status', 'available', 'away'),
    notifications: stored(storage, 'parley.notifications', flag, false),
    sound: stored(storage, 'parley.sound', flag, true),
    /** 0 to 100. */
    volume: stored(storage, 'parley.volume', percent, 60),
    /** True if the title shows the unread count. */
    badge: stored(storage, 'parley.badge', flag, true),
    /** True if Enter sends; otherwise it inserts a line break, and Ctrl+Enter or Cmd+Enter sends. */
    enterSends: stored(storage, 'parley.enter', flag, true),
    /** True if resolving the open conversation opens the next one. */
    advances: stored(storage, 'parley.advance', flag, true),
    /** Order of the inbox. */
    inboxSort: word<InboxSort>('parley.inbox-sort', 'activity', 'waiting', 'due'),
    /** True if the inbox shows the visitor next to the thread. */
    details: stored(storage, 'parley.details', flag, true),
  }
}
