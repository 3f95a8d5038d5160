import type { Desk } from './desk.ts'

/** Props of every screen: the desk and the route parameters. */
export interface ScreenProps {
  readonly desk: Desk
  readonly params: Readonly<Record<string, string | undefined>>
}
