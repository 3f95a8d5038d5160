import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { WorkspaceNames } from './desktop-api.ts'
import type { Kept } from './kept.ts'
import { readAddress } from './workspace-address.ts'

/** The id of the workspace on this computer, which is always there. */
export const LOCAL = 'local'

/** More would not fit into a menu. */
const MOST = 50

/** A name that a person or a server gave: one line, not too long. */
export const WorkspaceName = z.string().trim().min(1).max(80)

/** A Parley elsewhere. */
export interface Workspace {
  readonly id: string
  readonly name: string
  readonly address: string
}

const Workspace = z.strictObject({
  id: z.uuid(),
  name: WorkspaceName,
  address: z.string().refine((address) => {
    const read = readAddress(address)
    return 'origin' in read && read.origin === address
  }),
})

/** Stored list of workspaces; their keys are elsewhere (`workspace-keys.ts`). */
export const KeptWorkspaces = z.strictObject({
  shown: z.string(),
  list: z.array(Workspace).max(MOST),
})
export type KeptWorkspaces = z.output<typeof KeptWorkspaces>

/** The workspaces that somebody has added, and which one the window shows. */
export interface Workspaces {
  readonly list: readonly Workspace[]
  /** The id of the one that is shown. */
  readonly shown: string
  /** The one that is shown, unless it is that of this computer. */
  readonly remote: Workspace | undefined
  find(id: string): Workspace | undefined
  /** Undefined where it cannot be written, or there are too many. */
  add(workspace: Omit<Workspace, 'id'>): Workspace | undefined
  rename(id: string, name: string): boolean
  /** Also forgets that it was shown. */
  remove(id: string): void
  show(id: string): void
}

/** Remembers workspaces over the end of the app. */
export function createWorkspaces(kept: Kept<KeptWorkspaces>): Workspaces {
  let read: KeptWorkspaces | undefined
  const now = () => (read ??= kept.read() ?? { shown: LOCAL, list: [] })
  const find = (id: string) => now().list.find((workspace) => workspace.id === id)

  function put(changes: Partial<KeptWorkspaces>): boolean {
    const next = { ...now(), ...changes }
    if (!kept.write(next)) return false
    read = next
    return true
  }

  return {
    get list() {
      return now().list
    },
    get shown() {
      return find(now().shown)?.id ?? LOCAL
    },
    get remote() {
      return find(now().shown)
    },
    find,
    add(given) {
      const added = { id: randomUUID(), ...given }
      const { list } = now()
      return list.length < MOST && put({ list: [...list, added] }) ? added : undefined
    },
    rename: (id, name) =>
      put({ list: now().list.map((one) => (one.id === id ? { ...one, name } : one)) }),
    remove(id) {
      const { shown, list } = now()
      put({
        shown: shown === id ? LOCAL : shown,
        list: list.filter((one) => one.id !== id),
      })
    },
    show(id) {
      // Where it cannot be written the window shows it all the same.
      if (!put({ shown: id })) read = { ...now(), shown: id }
    },
  }
}

type Shown = Pick<Workspaces, 'list' | 'shown' | 'remote'>

/** The workspaces that the shown page may know by name: this computer's own page all of them, one of a server elsewhere only itself. */
export function namesFor({ list, shown, remote }: Shown): WorkspaceNames {
  const known = remote ? [remote] : list
  return { shown, remote: known.map(({ id, name }) => ({ id, name })) }
}

/** Reports whether the shown page may lead to a workspace: one of a server elsewhere leads home and nowhere else. */
export function mayShow({ shown, remote }: Shown, id: string): boolean {
  return !remote || id === LOCAL || id === shown
}
