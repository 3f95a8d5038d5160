// The machine around the app: screens, power, clipboard and the place beside the clock.
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type { Menu } from './surroundings.ts'
import { seen } from './world.ts'

export const powerMonitor = new EventEmitter()

export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
}

export const clipboard = {
  writeText(): void {
    // Nobody pastes here.
  },
}

export const nativeImage = {
  createFromPath(file: string) {
    if (!existsSync(file)) throw new Error(`There is no picture ${file}`)
    return { file }
  },
}

export class Tray extends EventEmitter {
  setImage(): void {
    // Nothing is drawn here.
  }

  setToolTip(words: string): void {
    seen.tray.words = words
  }

  setContextMenu(menu: Menu): void {
    seen.tray.menu = menu.items.flatMap(({ label }) => label ?? [])
  }
}
