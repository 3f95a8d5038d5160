import '../settings/settings.css'
import './users.css'
import { useEffect } from 'preact/hooks'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { ChangeRoleDialog } from './change-role-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { roleOptions } from './role-options.ts'
import { RoleSelect } from './role-select.tsx'
import { RolesCard } from './roles-card.tsx'
import { createRolesModel } from './roles-model.ts'
import { RemoveDialog } from './team-dialogs.tsx'
import { TeamList } from './team-list.tsx'
import { createTeamModel } from './team-model.ts'
import { TeamsCard } from './teams-card.tsx'
import { createTeamsModel } from './teams-model.ts'

/** The operators of the account. */
export function Users({ desk }: ScreenProps) {
  const { api, team, toasts } = desk
  const model = useModel(() => createTeamModel(api, team))
  const roles = useModel(() => createRolesModel(desk))
  const teams = useModel(() => createTeamsModel(api))
  useEffect(() => {
    void team.load()
    void roles.load().catch(() => undefined)
    void model.load().catch(() => undefined)
  }, [team, roles, model])
  const { isLoaded, error } = team
  const link = model.link.value
  const given = roleOptions(desk.session, roles.roles.value).filter(
    ({ value }) => value !== 'owner',
  )
  const begin = () => {
    const agent = given.find(({ value }) => value === 'agent') ?? given[0]
    if (agent && agent.value !== 'owner') model.role.value = agent.value
    model.begin()
  }
  return (
    <Page>
      <PageHead title={t('team.title')} lead={t('team.lead')}>
        <Button kind="primary" icon={PlusIcon} onClick={begin}>
          {t('team.add')}
        </Button>
      </PageHead>
      {isLoaded.value ? (
        <>
          <TeamList desk={desk} model={model} roles={roles} />
          <TeamsCard desk={desk} model={teams} />
          {desk.session.may('roles') && <RolesCard desk={desk} model={roles} />}
        </>
      ) : error.value ? (
        <ErrorState title={t('team.failed')} onRetry={team.load}>
          <p>{error.value}</p>
        </ErrorState>
      ) : (
        <Loading label={t('team.loading')} rows={2} />
      )}
      {model.isAdding.value && (
        <PersonDialog
          title={t('team.add')}
          model={model.person.value}
          nameHint={t('team.nameHint')}
          onSubmit={model.add}
          onClose={() => {
            model.isAdding.value = false
          }}
        >
          <RoleSelect
            value={model.role.value}
            options={given}
            onEdit={(value) => {
              if (value !== 'owner') model.role.value = value
            }}
          />
        </PersonDialog>
      )}
      {link && (
        <LinkDialog
          title={t('team.linkTitle', { name: link.name })}
          words={t('team.linkWords')}
          link={link}
          onClose={() => {
            model.link.value = undefined
          }}
        />
      )}
      <ChangeRoleDialog desk={desk} model={model} roles={roles} />
      <RemoveDialog model={model} onRemoved={(name) => toasts.show(t('team.removed', { name }))} />
    </Page>
  )
}
