import { effect } from '@preact/signals'
import { render } from 'preact'
import { createDesk } from './app/desk.ts'
import { desktopApp } from './app/desktop/desktop.ts'
import { keepInstallPrompt } from './app/installed/install.ts'
import { pageSignInSource } from './app/session/sign-in-source.ts'
import { browserStorage } from './app/storage.ts'
import { App } from './app.tsx'
import { language } from './locales/language.ts'
import { loadWithTexts } from './locales/translate.ts'

const desk = createDesk({
  storage: browserStorage(),
  source: pageSignInSource(),
  fetch: (...request) => fetch(...request),
})

const root = document.documentElement
root.lang = language
root.dir = 'ltr'
effect(() => {
  const { theme, density, motion, textSize } = desk.preferences
  root.dataset['theme'] = theme.value
  root.dataset['density'] = density.value
  root.dataset['motion'] = motion.value
  root.dataset['text'] = textSize.value
})
const update = () => {
  desk.isVisible.value = document.visibilityState === 'visible'
}
update()
addEventListener('visibilitychange', update)
addEventListener('online', desk.live.check)
addEventListener('offline', desk.live.probe)
addEventListener('visibilitychange', desk.live.check)
// Registered before the router's, which would show the other screen before a form could ask.
addEventListener('popstate', (event) => {
  if (!desk.address.arrive()) event.stopImmediatePropagation()
})
// Pasting a one-time link into an open tab only changes the hash.
addEventListener('hashchange', () => {
  if (!desk.session.isSignedIn.value) void desk.session.start()
})
const desktop = desktopApp()
// Loaded only in the desktop app.
if (desktop)
  void loadWithTexts(() => import('./app/desktop/desktop-wires.ts')).then((wires) =>
    wires.connectDesktop(desk, desktop),
  )

keepInstallPrompt()
void desk.session.start()
render(<App desk={desk} />, document.getElementById('app')!)
