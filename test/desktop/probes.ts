import type {} from '../../renderer/app/desktop/desktop.ts'
import type { Desktop } from './launch.ts'

/** Waits until the window shows the operator app, signed in. */
export const signedIn = ({ page }: Desktop) =>
  page.getByRole('link', { name: 'Inbox' }).first().waitFor()

/** The server's process id; undefined when none is running. */
export const serverPid = ({ evaluate }: Desktop) =>
  evaluate(({ app }) => app.getAppMetrics().find(({ name }) => name === 'Parley Server')?.pid)

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Resolves to whether an address responds. */
export const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )
