// Menus, notifications, dialogs and what else is around a window.
import { EventEmitter } from 'node:events'
import { answers, seen } from './world.ts'

interface Item {
  readonly label?: string
  readonly role?: string
  readonly checked?: boolean
  readonly submenu?: Item[]
  readonly click?: () => void
}

interface BuiltItem extends Omit<Item, 'submenu'> {
  readonly submenu?: Menu
}

export class Menu {
  static #application: Menu | null = null
  readonly items: BuiltItem[]

  constructor(items: BuiltItem[]) {
    this.items = items
  }

  static buildFromTemplate(template: Item[]): Menu {
    return new Menu(
      template.map(({ submenu, ...item }) =>
        submenu ? { ...item, submenu: Menu.buildFromTemplate(submenu) } : item,
      ),
    )
  }

  static setApplicationMenu(menu: Menu): void {
    Menu.#application = menu
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#application
  }
}

export class Notification extends EventEmitter {
  readonly #note: { title: string; body: string }

  constructor(note: { title: string; body: string }) {
    super()
    this.#note = note
  }

  static isSupported(): boolean {
    return true
  }

  show(): void {
    const { title, body } = this.#note
    seen.notifications.push({ title, body, click: () => this.emit('click') })
  }

  close(): void {
    this.emit('close')
  }
}

export const dialog = {
  async showMessageBox(...args: unknown[]): Promise<{ response: number }> {
    seen.dialogs.push(args.at(-1) as { message: string })
    return { response: answers.messageBox }
  },
  showErrorBox(title: string, content: string): void {
    seen.dialogs.push({ title, content })
    console.error(`[error box] ${title}: ${content}`)
  },
}

export const shell = {
  async openExternal(url: string): Promise<void> {
    seen.opened.push(url)
  },
  async openPath(file: string): Promise<string> {
    seen.opened.push(file)
    return ''
  },
}

/** The system's own updater, which electron-updater talks to. */
export const autoUpdater = new EventEmitter()
