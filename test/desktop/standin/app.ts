import { EventEmitter } from 'node:events'
import path from 'node:path'
import { takeProfile } from './single-instance.ts'
import { harness, strictClass } from './surface/strict.ts'
import {
  appPath,
  bootBrowser,
  closeBrowser,
  electronEvent,
  isPackaged,
  keepStorage,
  paths,
  productName,
  seen,
  userData,
  utilities,
  version,
  windows,
} from './world.ts'

class CommandLine {
  hasSwitch(name: string): boolean {
    return process.argv.some((word) => word === `--${name}` || word.startsWith(`--${name}=`))
  }
}

strictClass('CommandLine', CommandLine)

class App extends EventEmitter {
  readonly commandLine = new CommandLine()
  readonly isPackaged = isPackaged
  readonly name = productName
  readonly #evaluated = Promise.withResolvers<void>()
  #ready: Promise<void> | undefined
  #isQuitting = false
  #isExiting = false

  /**
   * Marks the main module as evaluated. Only then can `ready` fire: a top-level `await app.whenReady()`
   * hangs, as in Electron.
   */
  evaluated(): void {
    this.#evaluated.resolve()
  }

  whenReady(): Promise<void> {
    this.#ready ??= this.#evaluated.promise.then(bootBrowser).then(() => {
      harness.isReady = true
      this.emit('ready', electronEvent(), {})
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
    const known = paths.get(name)
    if (known !== undefined) return known
    if (name === 'sessionData') return this.getPath('userData')
    return name === 'userData' ? userData : path.join(userData, name)
  }

  setPath(name: string, folder: string): void {
    if (!path.isAbsolute(folder)) throw new Error(`'${folder}' is not an absolute path`)
    // Electron silently ignores this after ready.
    if (harness.isReady) throw new Error(`${name} has no effect after app is ready`)
    paths.set(name, folder)
  }

  getAppMetrics(): { pid: number; type: string; name: string }[] {
    return [...utilities].map(([pid, name]) => ({ pid, type: 'Utility', name }))
  }

  requestSingleInstanceLock(): boolean {
    return takeProfile(userData, (argv) =>
      this.emit('second-instance', electronEvent(), argv, '', null),
    )
  }

  releaseSingleInstanceLock(): void {
    seen.releases++
  }

  setAsDefaultProtocolClient(scheme: string): boolean {
    seen.schemes.push(scheme)
    return true
  }

  relaunch(options: { args?: string[]; execPath?: string } = {}): void {
    process.send?.({ relaunch: options })
  }

  quit(): void {
    if (this.#isQuitting) return
    const before = electronEvent()
    this.#isQuitting = true
    this.emit('before-quit', before)
    if (before.defaultPrevented) this.stayed()
    else if (windows.length === 0) this.#shutDown()
    else for (const window of [...windows]) window.close()
  }

  /** Cancels quitting after a window has refused to close. */
  stayed(): void {
    this.#isQuitting = false
  }

  /** Handles the closing of the last window. */
  allClosed(): void {
    if (this.#isExiting) return
    if (this.#isQuitting) this.#shutDown()
    else this.emit('window-all-closed')
  }

  #shutDown(): void {
    const will = electronEvent()
    this.emit('will-quit', will)
    if (will.defaultPrevented) this.stayed()
    else this.exit(0)
  }

  exit(code = 0): void {
    if (this.#isExiting) return
    this.#isExiting = true
    this.emit('quit', electronEvent(), code)
    // Electron ends its utility processes with it.
    for (const pid of utilities.keys()) process.kill(pid)
    void keepStorage()
      .then(closeBrowser)
      .finally(() => process.exit(code))
  }

  enableSandbox(): void {
    if (harness.isReady)
      throw new Error('app.enableSandbox() can only be called before app is ready')
  }

  getLocale(): string {
    return 'en'
  }

  setBadgeCount(count: number): boolean {
    seen.badge = count
    return true
  }

  setAppUserModelId(_id: string): void {
    // Windows only.
  }
}

strictClass('App', App, ['evaluated', 'stayed', 'allClosed', 'isPackaged', 'name', 'commandLine'])

export const app = new App()

process.on('disconnect', () => app.exit(1))
