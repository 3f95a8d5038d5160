import type { Role } from '#contracts/roles.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Card } from '../../ui/display.tsx'
import { MoreIcon, PlusIcon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'
import { CAPABILITY_GROUPS } from './capability-groups.ts'
import { DeleteRoleDialog } from './delete-role-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import type { RolesModel } from './roles-model.ts'

interface RolesCardProps {
  readonly desk: Desk
  readonly model: RolesModel
}

const LABELS = new Map(
  CAPABILITY_GROUPS.flatMap(({ capabilities }) =>
    capabilities.map(({ name, label }) => [name, label] as const),
  ),
)

/** Capabilities of a role in words. */
const wordsOf = ({ capabilities }: Role): string =>
  capabilities.length === 0
    ? t('roles.readsOnly')
    : capabilities.map((name) => LABELS.get(name)).join(' · ')

/** Custom roles: what each may do, and how many people have it. */
export function RolesCard({ desk, model }: RolesCardProps) {
  const roles = model.roles.value
  const form = model.editing.value
  const add = () => model.edit(undefined)
  return (
    <Card
      title={t('roles.title')}
      note={t('roles.note')}
      actions={
        <Button size="small" icon={PlusIcon} onClick={add}>
          {t('roles.add')}
        </Button>
      }
    >
      {roles.length > 0 && (
        <DataTable
          label={t('roles.title')}
          rows={roles}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          columns={[
            {
              key: 'name',
              title: t('roles.name'),
              isPrimary: true,
              cell: ({ name }) => <bdi>{name}</bdi>,
            },
            { key: 'may', title: t('roles.mayDo'), cell: wordsOf },
            { key: 'people', title: t('roles.people'), cell: ({ operators }) => operators },
          ]}
          actions={(role) => (
            <Menu
              label={t('team.actionsOf', { name: role.name })}
              align="end"
              items={[
                { label: t('roles.edit'), onSelect: () => model.edit(role) },
                {
                  label: t('common.delete'),
                  isDanger: true,
                  onSelect: () => {
                    model.deleting.value = role
                  },
                },
              ]}
              trigger={(props) => (
                <IconButton
                  icon={MoreIcon}
                  label={t('team.actionsOf', { name: role.name })}
                  {...props}
                />
              )}
            />
          )}
        />
      )}
      {form && (
        <RoleDialog
          form={form}
          onSaved={(name) => desk.toasts.show(t('roles.saved', { name }))}
          onClose={() => {
            model.editing.value = undefined
          }}
        />
      )}
      <DeleteRoleDialog desk={desk} model={model} />
    </Card>
  )
}
