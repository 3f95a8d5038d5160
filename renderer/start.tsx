import { effect } from '@preact/signals'
import { render } from 'preact'
import { App } from './app.tsx'
import { createDesk } from './desk.ts'
import { desktopApp } from './desktop.ts'
import { pageDoor } from './screens/session/door.ts'
import { browserStorage } from './storage.ts'

const desk = createDesk({
  storage: browserStorage(),
  door: pageDoor(),
  fetch: (...request) => fetch(...request),
})

effect(() => {
  document.documentElement.dataset['theme'] = desk.preferences.theme.value
})
addEventListener('online', desk.live.check)
addEventListener('visibilitychange', desk.live.check)
// A one-time link pasted into a tab that is open already changes the address only.
addEventListener('hashchange', () => {
  if (!desk.session.isSignedIn.value) void desk.session.start()
})
desktopApp()?.onServerState((state) => {
  if (state === 'running') desk.live.check()
})

void desk.session.start()
render(<App desk={desk} />, document.getElementById('app')!)
