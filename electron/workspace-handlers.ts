import type { WorkspaceNames } from './desktop-api.ts'
import { handle, type Trust } from './ipc.ts'
import type { WorkspaceVerbs } from './workspace-verbs.ts'

export interface WorkspaceHandlersNeeds {
  readonly trust: Trust
  readonly verbs: WorkspaceVerbs
  readonly names: () => WorkspaceNames
  readonly show: (id: string) => void
  /** Shows the screen for adding workspaces. */
  readonly offer: () => void
  readonly openSession: () => Promise<boolean>
}

/** Registers the handlers of workspace requests. */
export function registerWorkspaceHandlers(needs: WorkspaceHandlersNeeds): void {
  const { trust, verbs, names, show, offer, openSession } = needs

  handle(trust, 'session:open', openSession)
  handle(trust, 'workspaces:names', names)
  handle(trust, 'workspaces:show', show)
  handle(trust, 'workspaces:offer', offer)
  handle(trust, 'workspaces:known', verbs.known)
  handle(trust, 'workspaces:add', verbs.add)
  handle(trust, 'workspaces:rename', verbs.rename)
  handle(trust, 'workspaces:key', verbs.replaceKey)
  handle(trust, 'workspaces:remove', verbs.remove)
}
