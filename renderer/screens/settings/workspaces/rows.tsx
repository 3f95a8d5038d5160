import { useSignal } from '@preact/signals'
import type { KnownWorkspace } from '../../../../electron/desktop-api.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Badge } from '../../../ui/display.tsx'
import { KeyIcon, MoreIcon, TrashIcon } from '../../../ui/icons.tsx'
import { EditIcon } from '../../../ui/icons-work.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { OneFieldDialog } from './dialogs.tsx'
import type { WorkspacesModel } from './model.ts'

interface RowProps {
  readonly desk: Pick<Desk, 'toasts'>
  readonly model: WorkspacesModel
  readonly workspace: KnownWorkspace
  readonly onOpen: (id: string) => void
}

/** A remote workspace with its actions. */
export function WorkspaceRow({ desk, model, workspace, onOpen }: RowProps) {
  const asked = useSignal<'name' | 'key' | 'remove'>()
  const { id, name, address, key } = workspace
  const ask = (what: typeof asked.value) => () => {
    asked.value = what
  }
  const close = ask(undefined)
  return (
    <li>
      <span class="workspace-words">
        <bdi>{name}</bdi>
        <code>{address}</code>
      </span>
      <Badge tone={key === 'kept' ? 'ok' : 'neutral'}>{t(`workspaces.keys.${key}`)}</Badge>
      <span class="workspace-actions">
        <Button
          size="small"
          aria-label={t('workspaces.openOf', { name })}
          onClick={() => onOpen(id)}
        >
          {t('workspaces.open')}
        </Button>
        <Menu
          label={t('workspaces.actionsOf', { name })}
          align="end"
          items={[
            { label: t('workspaces.rename'), icon: EditIcon, onSelect: ask('name') },
            { label: t('workspaces.replaceKey'), icon: KeyIcon, onSelect: ask('key') },
            'separator',
            {
              label: t('workspaces.remove'),
              icon: TrashIcon,
              isDanger: true,
              onSelect: ask('remove'),
            },
          ]}
          trigger={(props) => (
            <IconButton
              size="small"
              icon={MoreIcon}
              label={t('workspaces.actionsOf', { name })}
              {...props}
            />
          )}
        />
      </span>
      {(asked.value === 'name' || asked.value === 'key') && (
        <OneFieldDialog
          workspace={workspace}
          what={asked.value}
          onClose={close}
          onSave={async (text) => {
            const isName = asked.value === 'name'
            const fault = isName ? await model.rename(id, text) : await model.replaceKey(id, text)
            if (fault === undefined)
              desk.toasts.show(isName ? t('workspaces.renamed') : t('workspaces.replaced'))
            return fault ?? undefined
          }}
        />
      )}
      {asked.value === 'remove' && (
        <ConfirmDialog
          title={t('workspaces.removeTitle', { name })}
          confirm={t('workspaces.removeConfirm')}
          isDanger
          onClose={close}
          onConfirm={async () => {
            await model.remove(id)
            desk.toasts.show(t('workspaces.removed', { name }))
          }}
        >
          <p>{t('workspaces.removeWords')}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
