import { vi } from 'vitest'
import type {
  KnownWorkspace,
  WorkspaceNames,
  WorkspaceOutcome,
  WorkspacesApi,
} from '../../electron/desktop-api.ts'

export const SHOP: KnownWorkspace = {
  id: '0199b0a4-7c1e-7d3f-8a5b-1c2d3e4f5a6b',
  name: 'Shop',
  address: 'https://chat.example.com',
  key: 'kept',
}

interface State {
  shown?: string
  known?: readonly KnownWorkspace[]
  keepsKeys?: boolean
  /** The result of adding a workspace or a key. */
  outcome?: WorkspaceOutcome
}

/** The workspaces of a desktop app that records its calls. */
export function fakeWorkspaces(listen: WorkspacesApi['onChange'], state: State = {}) {
  const names = (): WorkspaceNames => ({
    shown: state.shown ?? 'local',
    remote: (state.known ?? []).map(({ id, name }) => ({ id, name })),
  })
  const outcome = async () => state.outcome ?? { workspace: SHOP }
  const api = {
    names: async () => names(),
    show: vi.fn<WorkspacesApi['show']>(async () => undefined),
    offer: vi.fn<WorkspacesApi['offer']>(async () => undefined),
    known: async () => ({
      workspaces: state.known ?? [],
      keepsKeys: state.keepsKeys ?? true,
    }),
    add: vi.fn<WorkspacesApi['add']>(outcome),
    rename: vi.fn<WorkspacesApi['rename']>(async () => undefined),
    replaceKey: vi.fn<WorkspacesApi['replaceKey']>(outcome),
    remove: vi.fn<WorkspacesApi['remove']>(async () => undefined),
    onChange: listen,
  } satisfies WorkspacesApi
  return { api, names, state }
}
