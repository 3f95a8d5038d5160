import './workspaces.css'
import { useEffect } from 'preact/hooks'
import type { WorkspacesApi } from '../../../../electron/desktop-api.ts'
import type { Desk } from '../../../app/desk.ts'
import { desktopApp } from '../../../app/desktop/desktop.ts'
import { workspaceChoices } from '../../../app/desktop/workspace-choices.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Badge, Card } from '../../../ui/display.tsx'
import { LaptopIcon, ServerIcon } from '../../../ui/icons-work.tsx'
import { Empty, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { AddCard } from './add-card.tsx'
import { createWorkspacesModel } from './model.ts'
import { WorkspaceRow } from './rows.tsx'

interface OfDesk {
  readonly desk: Desk
}

/** The Parleys that this window can show, with a form to add one. */
export function Workspaces({ desk }: OfDesk) {
  const desktop = desktopApp()
  const names = desk.workspaces.value
  if (!desktop) {
    return (
      <Empty icon={LaptopIcon} title={t('workspaces.browser')}>
        <p>{t('workspaces.browserWords')}</p>
      </Empty>
    )
  }
  if (!names) return <Loading label={t('workspaces.loading')} rows={2} />
  if (names.shown !== 'local') return <Elsewhere desk={desk} />
  return <Known desk={desk} desktop={desktop.workspaces} />
}

/** On the page of a remote workspace nothing can be changed; links to the local one. */
function Elsewhere({ desk }: OfDesk) {
  return (
    <Empty
      icon={ServerIcon}
      title={t('workspaces.elsewhere')}
      actions={
        <Button kind="primary" onClick={() => workspaceChoices(desk)?.add()}>
          {t('workspaces.goHome')}
        </Button>
      }
    >
      <p>{t('workspaces.elsewhereWords')}</p>
    </Empty>
  )
}

interface KnownProps extends OfDesk {
  readonly desktop: WorkspacesApi
}

function Known({ desk, desktop }: KnownProps) {
  const model = useModel(() => createWorkspacesModel(desktop))
  const names = desk.workspaces.value
  useEffect(() => void model.load(), [model, names])
  const known = model.known.value
  const choices = workspaceChoices(desk)?.choices
  return (
    <>
      <Card title={t('workspaces.title')} note={t('workspaces.note')}>
        <ul class="settings-rows workspace-rows">
          <li>
            <span class="workspace-words">{t('workspaces.thisComputer')}</span>
            <Badge tone="ok" isDot>
              {t('workspaces.shown')}
            </Badge>
          </li>
          {known?.workspaces.map((workspace) => (
            <WorkspaceRow
              key={workspace.id}
              desk={desk}
              model={model}
              workspace={workspace}
              onOpen={(id) => choices?.find((one) => one.id === id)?.choose()}
            />
          ))}
        </ul>
      </Card>
      <AddCard desk={desk} model={model} />
    </>
  )
}
