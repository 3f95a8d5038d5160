import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { WorkspaceNames } from './desktop-api.ts'
import type { Kept } from './kept.ts'
import { readAddress } from './workspace-address.ts'

/** The id of the workspace on this computer, which always exists. */
export const LOCAL = 'local'

/** Maximum number of workspaces that fit into a menu. */
const MAX_WORKSPACES = 50

/** A name given by a person or a server: one line, not too long. */
export const WorkspaceName = z.string().trim().min(1).max(80)

/** A remote Parley. */
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

/** Stored list of workspaces; their keys are stored separately (`workspace-keys.ts`). */
export const KeptWorkspaces = z.strictObject({
  shown: z.string(),
  list: z.array(Workspace).max(MAX_WORKSPACES),
})
export type KeptWorkspaces = z.output<typeof KeptWorkspaces>

/** The workspaces added by the user, and the one shown. */
export interface Workspaces {
  readonly list: readonly Workspace[]
  /** Id of the shown workspace. */
  readonly shown: string
  /** The shown workspace, unless it is this computer's. */
  readonly remote: Workspace | undefined
  find(id: string): Workspace | undefined
  /** Undefined if it cannot be saved, or there are too many. */
  add(workspace: Omit<Workspace, 'id'>): Workspace | undefined
  rename(id: string, name: string): boolean
  /** Also forgets that it was shown. */
  remove(id: string): void
  show(id: string): void
}

/** Stores the workspaces across restarts. */
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
      return list.length < MAX_WORKSPACES && put({ list: [...list, added] }) ? added : undefined
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
      // Shown even if it cannot be saved.
      if (!put({ shown: id })) read = { ...now(), shown: id }
    },
  }
}

type Shown = Pick<Workspaces, 'list' | 'shown' | 'remote'>

/**
 * The workspaces that the shown page may know by name: for this computer's own page all of them, for a remote server's
 * page only itself.
 */
export function namesFor({ list, shown, remote }: Shown): WorkspaceNames {
  const known = remote ? [remote] : list
  return { shown, remote: known.map(({ id, name }) => ({ id, name })) }
}

/**
 * Reports whether the shown page may switch to a workspace: a remote server's page may only switch to this computer.
 */
export function mayShow({ shown, remote }: Shown, id: string): boolean {
  return !remote || id === LOCAL || id === shown
}
