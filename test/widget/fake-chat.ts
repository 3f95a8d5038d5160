import { pathToFileURL } from 'node:url'
import { vi } from 'vitest'
import type { MountChat } from '../../widget/mount.ts'

/** A chat that does nothing, in the file that a launcher in `home` fetches. */
export function fakeChat() {
  const chat = {
    show: vi.fn(),
    hide: vi.fn(),
    send: vi.fn(async () => {}),
    identify: vi.fn(async () => {}),
    setVariables: vi.fn(async () => {}),
    reset: vi.fn(async () => {}),
    destroy: vi.fn(),
  }
  const mountChat = vi.fn<MountChat>(() => chat)
  vi.stubGlobal('mountFakeChat', mountChat)
  return {
    ...chat,
    mountChat,
    /** The address of the launcher's file. */
    home: pathToFileURL(`${import.meta.dirname}/fake/widget.js`).href,
  }
}
