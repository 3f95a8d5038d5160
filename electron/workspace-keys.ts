import path from 'node:path'
import type { KeyKept } from './desktop-api.ts'
import { createSealed, type Keyring } from './keyring.ts'
import { logProblem } from './log.ts'

/** The API keys of workspaces elsewhere. */
export interface WorkspaceKeys {
  /** True if keys outlive the app; known after `open`. */
  readonly areLasting: boolean
  /** Looks whether there is a keyring worth the name. */
  open(): Promise<void>
  /** The key of a workspace; undefined where none is known, or the keyring does not open it now. */
  of(id: string): Promise<string | undefined>
  /** Keeps a key sealed, or, without a keyring, until the app ends. It is never written in clear. */
  keep(id: string, key: string): Promise<void>
  standing(id: string): KeyKept
  forget(id: string): void
}

/** Keeps each key in a file of its own, so that one that cannot be opened now is never written over with others. */
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
