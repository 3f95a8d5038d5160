import { signal } from '@preact/signals'

interface Announcement {
  readonly id: number
  readonly text: string
}

/** Number of announcements kept, for screen readers that were busy. */
const MAX_KEPT = 3

export type Announcer = ReturnType<typeof createAnnouncer>

/** Tells screen readers what has happened: each text once, after what they are reading. */
export function createAnnouncer() {
  const kept = signal<readonly Announcement[]>([])
  let count = 0
  return {
    kept,
    say(text: string): void {
      count += 1
      kept.value = [...kept.value, { id: count, text }].slice(-MAX_KEPT)
    },
    clear(): void {
      kept.value = []
    },
  }
}
