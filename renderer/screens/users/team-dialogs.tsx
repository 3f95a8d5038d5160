import { t } from '../../locales/translate.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { TeamModel } from './team-model.ts'

interface RemoveDialogProps {
  readonly model: TeamModel
  readonly onRemoved: (name: string) => void
}

/** Asks before removing an operator. */
export function RemoveDialog({ model, onRemoved }: RemoveDialogProps) {
  const removing = model.removing.value
  if (!removing) return null
  const close = () => {
    model.removing.value = undefined
  }
  return (
    <ConfirmDialog
      title={t('team.removeTitle', { name: removing.name })}
      confirm={t('team.removeConfirm')}
      isDanger
      onConfirm={async () => {
        await model.remove(removing)
        close()
        onRemoved(removing.name)
      }}
      onClose={close}
    >
      <p>{t('team.removeWords')}</p>
    </ConfirmDialog>
  )
}
