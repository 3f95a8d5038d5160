import type { Frame, Page } from 'playwright'
import { strictModule } from './surface/strict.ts'
import { BrowserWindow } from './window.ts'
import { bindings } from './world.ts'

type Handler = (event: object, ...args: unknown[]) => unknown

const handlers = new Map<string, Handler>()

export const ipcMain = strictModule('ipcMain', {
  handle(channel: string, handler: Handler): void {
    if (handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, handler)
  },
})

bindings.set('__standinInvoke', async ({ page, frame }, channel, args) => {
  const handler = handlers.get(String(channel))
  if (!handler) throw new Error(`No handler registered for '${channel}'`)
  const given = structuredClone(args as unknown[])
  const result = await handler(senderOf(page, frame), ...given)
  return structuredClone(result)
})

/** The sender of a call in Electron's form: the web contents and the frame. */
function senderOf(page: Page, frame: Frame): object {
  const contents = BrowserWindow.fromPage(page)?.webContents
  const isMain = contents && frame === page.mainFrame()
  return { sender: contents, senderFrame: isMain ? contents.mainFrame : { url: frame.url() } }
}
