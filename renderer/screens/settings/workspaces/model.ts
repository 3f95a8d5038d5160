import { signal } from '@preact/signals'
import type {
  KnownWorkspaces,
  WorkspaceFault,
  WorkspaceOutcome,
  WorkspacesApi,
} from '../../../../electron/desktop-api.ts'
import { t } from '../../../locales/translate.ts'

export type WorkspacesModel = ReturnType<typeof createWorkspacesModel>

/** Form of a workspace. */
export interface WorkspaceFields {
  readonly address: string
  readonly key: string
  readonly name: string
}

const BLANK: WorkspaceFields = { address: '', key: '', name: '' }

/** Field that each error belongs to; undefined if it is about none. */
const FIELD: Readonly<Record<WorkspaceFault, keyof WorkspaceFields | undefined>> = {
  'bad-address': 'address',
  'not-secure': 'address',
  'no-answer': 'address',
  'not-parley': 'address',
  certificate: 'address',
  'already-there': 'address',
  'key-refused': 'key',
  'not-kept': undefined,
  unsandboxed: undefined,
}

type Faults = Readonly<Partial<Record<keyof WorkspaceFields, string>>>

/** The workspaces known to this computer, and the actions on them. */
export function createWorkspacesModel(desktop: WorkspacesApi) {
  const known = signal<KnownWorkspaces>()
  const fields = signal(BLANK)
  const faults = signal<Faults>({})
  const failure = signal<string>()
  const busy = signal(false)

  async function load(): Promise<void> {
    try {
      known.value = await desktop.known()
    } catch (reason) {
      failure.value = String(reason)
    }
  }

  /** Adds the workspace and resolves to its name; on failure, shows an error next to its field. */
  async function add(): Promise<string | undefined> {
    if (busy.value) return undefined
    const { address, key, name } = fields.value
    faults.value = {
      ...(address.trim() === '' && { address: t('workspaces.faults.bad-address') }),
      ...(key.trim() === '' && { key: t('workspaces.faults.no-key') }),
    }
    failure.value = undefined
    if (Object.keys(faults.value).length > 0) return undefined
    busy.value = true
    try {
      const outcome = await desktop.add({ address, key, name })
      if ('fault' in outcome) return refuse(outcome.fault)
      fields.value = BLANK
      await load()
      return outcome.workspace.name
    } catch (reason) {
      failure.value = String(reason)
      return undefined
    } finally {
      busy.value = false
    }
  }

  function refuse(fault: WorkspaceFault): undefined {
    const field = FIELD[fault]
    if (field) faults.value = { [field]: t(`workspaces.faults.${fault}`) }
    else failure.value = t(`workspaces.faults.${fault}`)
  }

  return {
    known,
    fields,
    faults,
    failure,
    busy,
    /** Loads the workspaces, initially and whenever their names change. */
    load,
    edit(changes: Partial<WorkspaceFields>): void {
      fields.value = { ...fields.value, ...changes }
      const changed = Object.keys(changes)
      faults.value = Object.fromEntries(
        Object.entries(faults.value).filter(([name]) => !changed.includes(name)),
      )
    },
    add,
    async rename(id: string, name: string): Promise<void> {
      await desktop.rename(id, name)
      await load()
    },
    /** Replaces the key; resolves to an error message on failure. */
    async replaceKey(id: string, key: string): Promise<string | undefined> {
      if (key.trim() === '') return t('workspaces.faults.no-key')
      const outcome: WorkspaceOutcome = await desktop.replaceKey(id, key)
      if ('fault' in outcome) return t(`workspaces.faults.${outcome.fault}`)
      await load()
      return undefined
    },
    async remove(id: string): Promise<void> {
      await desktop.remove(id)
      await load()
    },
  }
}
