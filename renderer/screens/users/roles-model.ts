import { signal } from '@preact/signals'
import type { GrantableCapability } from '#contracts/capabilities.ts'
import type { Role } from '#contracts/roles.ts'
import { type Api, showRefusal } from '../../app/api.ts'
import type { Live } from '../../app/live.ts'
import { type RoleValue, roleFields } from './role-options.ts'

export type RolesModel = ReturnType<typeof createRolesModel>
export type RoleForm = ReturnType<typeof createRoleForm>

/** Custom roles of the account. */
export function createRolesModel({
  api,
  live,
}: {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe'>
}) {
  const roles = signal<readonly Role[]>([])
  const editing = signal<RoleForm>()
  const deleting = signal<Role>()

  const put = (role: Role) => {
    const others = roles.value.filter(({ id }) => id !== role.id)
    roles.value = [...others, role].sort((a, b) => a.name.localeCompare(b.name))
  }
  const drop = (id: number) => {
    roles.value = roles.value.filter((one) => one.id !== id)
  }

  async function load(): Promise<void> {
    roles.value = (await api.listRoles()).data
  }

  const stop = live.subscribe(({ type, data }) => {
    if (type === 'role.saved') put(data)
    else if (type === 'role.deleted') drop(data.id)
    // The numbers of people.
    else if (type === 'operator.updated' || type === 'operator.deleted')
      void load().catch(() => undefined)
  })

  return {
    roles,
    editing,
    deleting,
    load,
    edit(role: Role | undefined): void {
      editing.value = createRoleForm(role, async (body) => {
        const { data } = role
          ? await api.updateRole({ params: { id: role.id }, body })
          : await api.createRole({ body })
        put(data)
        editing.value = undefined
      })
    },
    async remove(
      { id }: Role,
      replacement: Exclude<RoleValue, 'owner'> | undefined,
    ): Promise<void> {
      await api.deleteRole({
        params: { id },
        query: replacement === undefined ? {} : roleFields(replacement),
      })
      drop(id)
    },
    stop,
  }
}

type RoleBody = { readonly name: string; readonly capabilities: GrantableCapability[] }

/** Editing of a custom role. */
function createRoleForm(role: Role | undefined, store: (body: RoleBody) => Promise<unknown>) {
  const name = signal(role?.name ?? '')
  const granted = signal<ReadonlySet<GrantableCapability>>(new Set(role?.capabilities))
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)
  return {
    role,
    name,
    granted,
    errors,
    failure,
    busy,
    toggle(capability: GrantableCapability, isGranted: boolean): void {
      const next = new Set(granted.value)
      if (isGranted) next.add(capability)
      else next.delete(capability)
      granted.value = next
    },
    /** Saves the role; true on success. */
    async save(): Promise<boolean> {
      busy.value = true
      failure.value = undefined
      errors.value = {}
      try {
        await store({ name: name.value, capabilities: [...granted.value] })
        return true
      } catch (error) {
        showRefusal(error, errors, failure)
        return false
      } finally {
        busy.value = false
      }
    },
  }
}
