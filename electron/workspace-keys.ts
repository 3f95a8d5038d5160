import path from 'node:path'
import type { KeyKept } from './desktop-api.ts'
import { createSealed, type Keyring } from './keyring.ts'
import { logProblem } from './log.ts'

/** The API keys of remote workspaces. */
export interface WorkspaceKeys {
  /** True if keys outlive the app; known after `open`. */
  readonly areLasting: boolean
  /** Checks for a usable keyring. */
  open(): Promise<void>
  /** The key of a workspace; undefined if there is none, or the keyring cannot decrypt it now. */
  of(id: string): Promise<string | undefined>
  /** Stores a key encrypted, or without a keyring in memory until the app exits. It is never written in clear. */
  keep(id: string, key: string): Promise<void>
  standing(id: string): KeyKept
  forget(id: string): void
}

/** Stores each key in its own file, so that one that cannot be decrypted now is never overwritten. */
export function createWorkspaceKeys(folder: () => string, keyring: Keyring): WorkspaceKeys {
  const forNow = new Map<string, string>()
  const sealed = (id: string) => createSealed(path.join(folder(), `workspace-${id}.key.sealed`))
  let areLasting = false

  return {
    get areLasting() {
      return areLasting
    },
    async open() {
      areLasting = (await keyring.open()) === 'open'
    },
    async of(id) {
      const known = forNow.get(id)
      if (known !== undefined || !areLasting) return known
      try {
        return await sealed(id).read()
      } catch (error) {
        logProblem(error)
        return undefined
      }
    },
    async keep(id, key) {
      forNow.set(id, key)
      if (!areLasting) return
      try {
        await sealed(id).write(key)
        forNow.delete(id)
      } catch (error) {
        logProblem(error)
      }
    },
    standing(id) {
      if (forNow.has(id)) return 'for-now'
      return areLasting && sealed(id).exists() ? 'kept' : 'none'
    },
    forget(id) {
      forNow.delete(id)
      sealed(id).forget()
    },
  }
}
