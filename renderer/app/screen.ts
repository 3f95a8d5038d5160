import type { Desk } from './desk.ts'

/** What every screen gets: the desk, and what its address says. */
export interface ScreenProps {
  readonly desk: Desk
  readonly params: Readonly<Record<string, string | undefined>>
}
