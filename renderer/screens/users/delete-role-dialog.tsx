import { useSignal } from '@preact/signals'
import type { Role } from '#contracts/roles.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type RoleValue, roleOptions } from './role-options.ts'
import { RoleSelect } from './role-select.tsx'
import type { RolesModel } from './roles-model.ts'

interface DeleteRoleProps {
  readonly desk: Pick<Desk, 'session' | 'toasts'>
  readonly model: RolesModel
}

/** Asks before deleting a role, and for the one that its people get instead. */
export function DeleteRoleDialog({ desk, model }: DeleteRoleProps) {
  const role = model.deleting.value
  return role ? <Question key={role.id} desk={desk} model={model} role={role} /> : null
}

function Question({ desk, model, role }: DeleteRoleProps & { readonly role: Role }) {
  const replacement = useSignal<Exclude<RoleValue, 'owner'>>('agent')
  const isUsed = role.operators > 0
  const close = () => {
    model.deleting.value = undefined
  }
  return (
    <ConfirmDialog
      title={t('roles.deleteTitle', { name: role.name })}
      confirm={t('common.delete')}
      isDanger
      onConfirm={async () => {
        await model.remove(role, isUsed ? replacement.value : undefined)
        close()
        desk.toasts.show(t('roles.deleted', { name: role.name }))
      }}
      onClose={close}
    >
      {isUsed ? (
        <RoleSelect
          label={t('roles.replacement', { count: role.operators })}
          value={replacement.value}
          options={roleOptions(desk.session, model.roles.value).filter(
            ({ value }) => value !== 'owner' && value !== String(role.id),
          )}
          onEdit={(value) => {
            if (value !== 'owner') replacement.value = value
          }}
        />
      ) : (
        <p>{t('roles.unused')}</p>
      )}
    </ConfirmDialog>
  )
}
