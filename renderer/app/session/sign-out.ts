import { explain } from '../api.ts'
import type { Desk } from '../desk.ts'

/** Signs out, or shows why that failed. */
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
