import { useSignal } from '@preact/signals'
import type { Operator } from '#contracts/operators.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { roleOptions, roleValue } from './role-options.ts'
import { RoleSelect } from './role-select.tsx'
import type { RolesModel } from './roles-model.ts'
import type { TeamModel } from './team-model.ts'

interface ChangeRoleProps {
  readonly desk: Pick<Desk, 'session' | 'toasts'>
  readonly model: TeamModel
  readonly roles: RolesModel
}

/** Asks for another role of an operator. */
export function ChangeRoleDialog({ desk, model, roles }: ChangeRoleProps) {
  const person = model.changing.value
  return person ? (
    <Question key={person.id} desk={desk} model={model} roles={roles} person={person} />
  ) : null
}

function Question({ desk, model, roles, person }: ChangeRoleProps & { readonly person: Operator }) {
  const value = useSignal(roleValue(person))
  const options = roleOptions(desk.session, roles.roles.value)
  const close = () => {
    model.changing.value = undefined
  }
  return (
    <ConfirmDialog
      title={t('team.roleOf', { name: person.name })}
      confirm={t('common.save')}
      onConfirm={async () => {
        await model.setRole(person, value.value)
        close()
        const role = options.find((one) => one.value === value.value)?.label ?? ''
        desk.toasts.show(t('team.roleSet', { name: person.name, role }))
      }}
      onClose={close}
    >
      <RoleSelect
        hint={value.value === 'owner' ? t('team.ownerHint') : t('team.roleHint')}
        value={value.value}
        options={options}
        onEdit={(next) => {
          value.value = next
        }}
      />
    </ConfirmDialog>
  )
}
