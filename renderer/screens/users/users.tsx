import '../settings/settings.css'
import { useEffect } from 'preact/hooks'
import type { ScreenProps } from '../../app/screen.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/display.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useModel } from '../../ui/use-model.ts'
import { LinkDialog } from './link-dialog.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { RemoveDialog } from './team-dialogs.tsx'
import { TeamList } from './team-list.tsx'
import { createTeamModel } from './team-model.ts'

/** The operators of the account. */
export function Users({ desk }: ScreenProps) {
  const { api, team, toasts } = desk
  const model = useModel(() => createTeamModel(api, team))
  useEffect(() => void team.load(), [team])
  const { isLoaded, error } = team
  const link = model.link.value
  return (
    <Page>
      <PageHead title={t('team.title')} lead={t('team.lead')}>
        <Button kind="primary" icon={PlusIcon} onClick={model.begin}>
          {t('team.add')}
        </Button>
      </PageHead>
      {isLoaded.value ? (
        <TeamList desk={desk} model={model} />
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
        />
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
      <RemoveDialog model={model} onRemoved={(name) => toasts.show(t('team.removed', { name }))} />
    </Page>
  )
}
