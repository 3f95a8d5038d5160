import { signal } from '@preact/signals'

/** The browser's offer to install the page; not in TypeScript's library, because only some browsers have it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

/** The browser's offer to install the desk; undefined while it makes none. */
export const installPrompt = signal<InstallPrompt>()

/** Reports whether this is the installed app. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches

/** Keeps the browser's offer for the settings instead of letting it interrupt. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installPrompt.value = event as InstallPrompt
  })
  addEventListener('appinstalled', () => {
    installPrompt.value = undefined
  })
}
