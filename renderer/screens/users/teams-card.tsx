import type { Team } from '#contracts/teams.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Card } from '../../ui/display.tsx'
import { MoreIcon, PlusIcon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Tag } from '../../ui/tag.tsx'
import { tagColorOf } from '../inbox/list/label-colour.ts'
import { TeamDialog } from './team-dialog.tsx'
import type { TeamsModel } from './teams-model.ts'

interface TeamsCardProps {
  readonly desk: Desk
  readonly model: TeamsModel
}

/** Teams that conversations are assigned to. */
export function TeamsCard({ desk, model }: TeamsCardProps) {
  const { team, toasts } = desk
  const teams = team.teams.value
  const form = model.editing.value
  const deleting = model.deleting.value
  const membersOf = ({ operator_ids }: Team): string =>
    operator_ids.map((id) => team.nameOf(id)).join(', ') || t('teams.nobody')
  return (
    <Card
      title={t('teams.title')}
      note={t('teams.note')}
      actions={
        <Button size="small" icon={PlusIcon} onClick={() => model.edit(undefined)}>
          {t('teams.add')}
        </Button>
      }
    >
      {teams.length > 0 && (
        <DataTable
          label={t('teams.title')}
          rows={teams}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          columns={[
            {
              key: 'name',
              title: t('teams.name'),
              isPrimary: true,
              cell: ({ name, colour }) => <Tag color={tagColorOf(colour)}>{name}</Tag>,
            },
            { key: 'members', title: t('teams.members'), cell: membersOf },
          ]}
          actions={(one) => (
            <Menu
              label={t('team.actionsOf', { name: one.name })}
              align="end"
              items={[
                { label: t('teams.edit'), onSelect: () => model.edit(one) },
                {
                  label: t('common.delete'),
                  isDanger: true,
                  onSelect: () => {
                    model.deleting.value = one
                  },
                },
              ]}
              trigger={(props) => (
                <IconButton
                  icon={MoreIcon}
                  label={t('team.actionsOf', { name: one.name })}
                  {...props}
                />
              )}
            />
          )}
        />
      )}
      {form && (
        <TeamDialog
          desk={desk}
          form={form}
          onSaved={(name) => toasts.show(t('teams.saved', { name }))}
          onClose={() => {
            model.editing.value = undefined
          }}
        />
      )}
      {deleting && (
        <ConfirmDialog
          title={t('teams.deleteTitle', { name: deleting.name })}
          confirm={t('common.delete')}
          isDanger
          onConfirm={async () => {
            await model.remove(deleting)
            model.deleting.value = undefined
            toasts.show(t('teams.deleted', { name: deleting.name }))
          }}
          onClose={() => {
            model.deleting.value = undefined
          }}
        >
          <p>{t('teams.deleteWords')}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
