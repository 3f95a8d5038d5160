// Menus, notifications, dialogs and other things around a window.
import { EventEmitter } from 'node:events'
import { assertReady, strictClass, strictModule } from './surface/strict.ts'
import { answers, electronEvent, seen } from './world.ts'

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

export class Menu extends EventEmitter {
  static #application: Menu | null = null
  readonly items: BuiltItem[]

  constructor(items: BuiltItem[]) {
    super()
    this.items = items
  }

  static buildFromTemplate(template: Item[]): Menu {
    return new Menu(
      template.map(({ submenu, ...item }) =>
        submenu ? { ...item, submenu: Menu.buildFromTemplate(submenu) } : item,
      ),
    )
  }

  popup(_options?: object): void {
    seen.popups.push(this)
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#application
  }
}

strictClass('Menu', Menu)

export class Notification extends EventEmitter {
  readonly #note: { title: string; body: string }

  constructor(note: { title: string; body: string }) {
    super()
    assertReady('Notification')
    this.#note = note
  }

  static isSupported(): boolean {
    return true
  }

  show(): void {
    const { title, body } = this.#note
    const failed = answers.notification
    if (failed !== undefined) {
      this.emit('failed', electronEvent(), failed)
      return
    }
    seen.notifications.push({ title, body, click: () => this.emit('click', electronEvent()) })
  }

  close(): void {
    this.emit('close', electronEvent())
  }
}

strictClass('Notification', Notification)

interface Question {
  readonly message: string
  readonly detail?: string
  readonly buttons?: readonly string[]
}

/** Records a question and answers it with the button that the test has set. */
function answer(given: unknown[]): number {
  const { message, detail, buttons } = given.at(-1) as Question
  seen.dialogs.push({ message, ...(detail && { detail }), ...(buttons && { buttons }) })
  return answers.messageBox
}

export const dialog = strictModule('dialog', {
  async showMessageBox(...given: unknown[]) {
    return { response: answer(given), checkboxChecked: false }
  },
  showMessageBoxSync: (...given: unknown[]) => answer(given),
  showErrorBox(title: string, content: string): void {
    seen.dialogs.push({ title, content })
    console.error(`[error box] ${title}: ${content}`)
  },
})

export const shell = strictModule('shell', {
  async openExternal(url: string, _options?: object): Promise<void> {
    seen.opened.push(url)
  },
  async openPath(file: string): Promise<string> {
    seen.opened.push(file)
    return ''
  },
})

/** The system's own updater, which electron-updater uses. */
export const autoUpdater = strictModule('autoUpdater', new EventEmitter())
