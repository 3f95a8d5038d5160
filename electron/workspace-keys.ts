import path from 'node:path'
import type { KeyKept } from './desktop-api.ts'
import { createSealed, type Keyring } from './keyring.ts'
import { logProblem } from './log.ts'

/** The API keys of remote workspaces. */
export interface WorkspaceKeys {
  /** True if keys outlive the app; known after `open`. */
  readonly arePersistent: boolean
  /** Checks for a usable keyring. */
  open(): Promise<void>
  /** The key of a workspace; undefined if there is none, or the keyring cannot decrypt it now. */
  of(id: string): Promise<string | undefined>
  /** Stores a key encrypted, or without a keyring in memory until the app exits. It is never written in clear. */
  keep(id: string, key: string): Promise<void>
  storageOf(id: string): KeyKept
  forget(id: string): void
}

/** Stores each key in its own file, so that one that cannot be decrypted now is never overwritten. */
export function createWorkspaceKeys(folder: () => string, keyring: Keyring): WorkspaceKeys {
  const sessionKeys = new Map<string, string>()
  const sealed = (id: string) => createSealed(path.join(folder(), `workspace-${id}.key.sealed`))
  let arePersistent = false

  return {
    get arePersistent() {
      return arePersistent
    },
    async open() {
      arePersistent = (await keyring.open()) === 'open'
    },
    async of(id) {
      const known = sessionKeys.get(id)
      if (known !== undefined || !arePersistent) return known
      try {
        return await sealed(id).read()
      } catch (error) {
        logProblem(error)
        return undefined
      }
    },
    async keep(id, key) {
      sessionKeys.set(id, key)
      if (!arePersistent) return
      try {
        await sealed(id).write(key)
        sessionKeys.delete(id)
      } catch (error) {
        logProblem(error)
      }
    },
    storageOf(id) {
      if (sessionKeys.has(id)) return 'for-now'
      return arePersistent && sealed(id).exists() ? 'kept' : 'none'
    },
    forget(id) {
      sessionKeys.delete(id)
      sealed(id).forget()
    },
  }
}
