import { explain } from '../api.ts'
import type { Desk } from '../desk.ts'

/** Leaves the desk, or says why that did not work. */
export async function signOut({
  session,
  toasts,
}: Pick<Desk, 'session' | 'toasts'>): Promise<void> {
  try {
    await session.signOut()
  } catch (failure) {
    toasts.show(explain(failure), 'danger')
  }
}
