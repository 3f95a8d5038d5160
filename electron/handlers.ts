import { app, Notification } from 'electron'
import { handle, type Trust } from './ipc.ts'
import type { ServerHost } from './server-host.ts'

export interface HandlersNeeds {
  readonly trust: Trust
  readonly host: Pick<ServerHost, 'signInLink'>
  /** Brings the window to the front, when a notification is clicked. */
  readonly focus: () => void
}

/** Answers everything that the window can ask. */
export function registerHandlers({ trust, host, focus }: HandlersNeeds): void {
  handle(trust, 'session:secret', async () => (await host.signInLink()).secret)

  handle(trust, 'note:show', ({ title, body }) => {
    if (!Notification.isSupported()) return
    const notification = new Notification({ title, body })
    notification.on('click', focus)
    notification.show()
  })

  handle(trust, 'app:version', () => app.getVersion())
}
