import { type Keep, stored } from './storage.ts'

export type Theme = 'auto' | 'light' | 'dark'
export type Preferences = ReturnType<typeof createPreferences>

const THEMES: readonly string[] = ['auto', 'light', 'dark'] satisfies Theme[]

const theme = (text: string) => (THEMES.includes(text) ? (text as Theme) : undefined)
const flag = (text: string) => text === 'true'

/** What the operator likes on this device. Nothing of it leaves the browser. */
export function createPreferences(storage: Keep) {
  return {
    theme: stored<Theme>(storage, 'parley.theme', theme, 'auto'),
    /** Whether single keys such as `j` do something. */
    shortcuts: stored(storage, 'parley.shortcuts', flag, true),
    notifications: stored(storage, 'parley.notifications', flag, false),
    /** Whether the inbox shows who the visitor is beside the thread. */
    details: stored(storage, 'parley.details', flag, true),
  }
}
