import type { Desk } from './desk.ts'

/** Props of every screen: the desk, and the parameters of its address. */
export interface ScreenProps {
  readonly desk: Desk
  readonly params: Readonly<Record<string, string | undefined>>
}
