// The machine around the app: screens, power, clipboard, microphone and tray.
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { assertReady, strictClass, strictModule } from './surface/strict.ts'
import type { Menu } from './surroundings.ts'
import { seen } from './world.ts'

export const powerMonitor = strictModule('powerMonitor', new EventEmitter())

export const screen = strictModule('screen', {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
})

export const clipboard = strictModule('clipboard', {
  async writeText(text: string): Promise<void> {
    seen.copied.push(text)
  },
})

export const nativeImage = strictModule('nativeImage', {
  createFromPath(file: string) {
    if (!existsSync(file)) throw new Error(`There is no picture ${file}`)
    return { file }
  },
})

export const systemPreferences = strictModule('systemPreferences', {
  async askForMediaAccess(_kind: string): Promise<boolean> {
    return true
  },
})

export class Tray extends EventEmitter {
  constructor(_image: object) {
    super()
    assertReady('Tray')
  }

  setImage(_image: object): void {
    // Nothing is drawn here.
  }

  setToolTip(words: string): void {
    seen.tray.words = words
  }

  setContextMenu(menu: Menu | null): void {
    seen.tray.menu = menu?.items.flatMap(({ label }) => label ?? []) ?? []
  }
}

strictClass('Tray', Tray)
