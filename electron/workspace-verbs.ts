import type {
  KnownWorkspace,
  KnownWorkspaces,
  NewWorkspace,
  WorkspaceFault,
  WorkspaceOutcome,
} from './desktop-api.ts'
import { readAddress } from './workspace-address.ts'
import { checkWorkspace, type Send } from './workspace-check.ts'
import type { WorkspaceKeys } from './workspace-keys.ts'
import { type Workspace, WorkspaceName, type Workspaces } from './workspaces.ts'

export interface VerbsNeeds {
  readonly workspaces: Workspaces
  readonly keys: WorkspaceKeys
  /** Sends requests without any cookies. */
  readonly send: Send
  /** The origin of the server on this computer, which is not a remote workspace. */
  readonly home: () => string | undefined
  /** Signs out of a workspace, and deletes its pages' stored data. */
  readonly leave: (workspace: Workspace) => Promise<void>
  /** Reason why no workspace may be added here, if there is one. */
  readonly refusal: { readonly fault: WorkspaceFault } | undefined
  /** Called when the list has changed. */
  readonly onChange: () => void
}

export type WorkspaceVerbs = ReturnType<typeof createWorkspaceVerbs>

/** Actions on the list of workspaces. Changes are verified before they are saved. */
export function createWorkspaceVerbs(needs: VerbsNeeds) {
  const { workspaces, keys, send, home, leave, refusal, onChange } = needs
  const known = (workspace: Workspace): KnownWorkspace => ({
    ...workspace,
    key: keys.storageOf(workspace.id),
  })
  const isThere = (origin: string) =>
    origin === home() || workspaces.list.some(({ address }) => address === origin)

  return {
    known: (): KnownWorkspaces => ({
      workspaces: workspaces.list.map(known),
      keepsKeys: keys.arePersistent,
    }),

    async add({ address, key, name }: NewWorkspace): Promise<WorkspaceOutcome> {
      if (refusal) return refusal
      const read = readAddress(address)
      if ('fault' in read) return read
      const { origin } = read
      if (isThere(origin)) return { fault: 'already-there' }
      const checked = await checkWorkspace(send, origin, key.trim())
      if ('fault' in checked) return checked
      // A second click may have added it meanwhile.
      if (isThere(origin)) return { fault: 'already-there' }
      const wanted = name.trim() || checked.name
      const added = workspaces.add({ name: nameOf(wanted, origin), address: origin })
      if (!added) return { fault: 'not-kept' }
      await keys.keep(added.id, key.trim())
      onChange()
      return { workspace: known(added) }
    },

    rename(id: string, name: string): void {
      const workspace = workspaces.find(id)
      if (!workspace) return
      workspaces.rename(id, nameOf(name, workspace.address))
      onChange()
    },

    async replaceKey(id: string, key: string): Promise<WorkspaceOutcome> {
      const workspace = workspaces.find(id)
      if (!workspace) return { fault: 'no-answer' }
      const checked = await checkWorkspace(send, workspace.address, key.trim())
      if ('fault' in checked) return checked
      // It may have been removed during the request.
      if (!workspaces.find(id)) return { fault: 'no-answer' }
      await keys.keep(id, key.trim())
      return { workspace: known(workspace) }
    },

    async remove(id: string): Promise<void> {
      const workspace = workspaces.find(id)
      if (!workspace) return
      workspaces.remove(id)
      keys.forget(id)
      onChange()
      await leave(workspace)
    },
  }
}

/** A name that fits on a menu line; defaults to the host. */
function nameOf(wanted: string, origin: string): string {
  const line = wanted.replace(/[\p{C}\p{Z}]+/gu, ' ').slice(0, 80)
  const name = WorkspaceName.safeParse(line)
  return name.success ? name.data : new URL(origin).host.slice(0, 80)
}
