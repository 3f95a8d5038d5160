import { cleanup, render } from '@testing-library/preact'
import { userEvent } from '@testing-library/user-event'
import type { ComponentChild } from 'preact'
import { LocationProvider } from 'preact-iso'
import { onTestFinished } from 'vitest'
import { createDesk } from '../../renderer/app/desk.ts'
import { memoryStorage } from '../../renderer/app/storage.ts'
import { EVERYTHING, fakeServer } from './support.ts'

/** A stream that never sends anything. */
class QuietSource extends EventTarget {
  readonly CLOSED = 2
  readyState = 1
  onopen = null
  onerror = null
  close() {
    this.readyState = 2
  }
}

/** The whole app except its pages, on a fake server. */
export function fakeDesk(linkSecret?: string) {
  const server = fakeServer()
  const desk = createDesk({
    storage: memoryStorage(),
    source: { takeLinkSecret: () => linkSecret },
    fetch: server.fetch,
    connect: () => new QuietSource() as unknown as EventSource,
  })
  // What is drawn without signing in is an owner's.
  desk.session.account.value = {
    name: 'Ann',
    email: 'ann@example.com',
    total_balance: 0,
    ...EVERYTHING,
  }
  return { server, desk }
}

/** Renders something at a path, with a simulated user. */
export function draw(what: ComponentChild, path = '/app/inbox') {
  history.replaceState(null, '', path)
  onTestFinished(cleanup)
  return { user: userEvent.setup(), ...render(<LocationProvider>{what}</LocationProvider>) }
}
