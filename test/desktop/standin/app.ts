import { EventEmitter } from 'node:events'
import path from 'node:path'
import { takeProfile } from './single-instance.ts'
import {
  appPath,
  bootBrowser,
  cancellable,
  closeBrowser,
  productName,
  seen,
  userData,
  utilities,
  version,
  windows,
} from './world.ts'

class App extends EventEmitter {
  readonly isPackaged = false
  readonly name = productName
  readonly #evaluated = Promise.withResolvers<void>()
  #ready: Promise<void> | undefined
  #isQuitting = false

  /** The main module has run. Only now can `ready` come: a top-level `await app.whenReady()` hangs, as in Electron. */
  evaluated(): void {
    this.#evaluated.resolve()
  }

  whenReady(): Promise<void> {
    this.#ready ??= this.#evaluated.promise.then(bootBrowser).then(() => {
      this.emit('ready', {}, {})
    })
    return this.#ready
  }

  getVersion(): string {
    return version
  }

  getAppPath(): string {
    return appPath
  }

  getPath(name: string): string {
    return name === 'userData' ? userData : path.join(userData, name)
  }

  getAppMetrics(): { pid: number; type: string; name: string }[] {
    return [...utilities].map(([pid, name]) => ({ pid, type: 'Utility', name }))
  }

  requestSingleInstanceLock(): boolean {
    return takeProfile(userData, (argv) => this.emit('second-instance', {}, argv, '', null))
  }

  quit(): void {
    if (this.#isQuitting) return
    this.#isQuitting = true
    void this.#quit()
  }

  async #quit(): Promise<void> {
    const before = cancellable({})
    this.emit('before-quit', before)
    if (!before.defaultPrevented) {
      for (const window of [...windows]) await window.leave()
      const will = cancellable({})
      this.emit('will-quit', will)
      if (!will.defaultPrevented) {
        this.emit('quit', {}, 0)
        return this.exit(0)
      }
    }
    this.#isQuitting = false
  }

  exit(code = 0): void {
    // Windows that close now are no reason to quit in order.
    this.#isQuitting = true
    // Electron takes its utility processes along.
    for (const pid of utilities.keys()) process.kill(pid)
    void closeBrowser().finally(() => process.exit(code))
  }

  enableSandbox(): void {
    // Pages always have Chromium's sandbox or none, whatever the app says.
  }

  getLocale(): string {
    return 'en'
  }

  setBadgeCount(count: number): boolean {
    seen.badge = count
    return true
  }

  setAppUserModelId(): void {
    // Windows only.
  }
}

export const app = new App()

process.on('disconnect', () => app.exit(1))
