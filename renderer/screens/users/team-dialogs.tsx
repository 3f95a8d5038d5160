import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Time } from '../../ui/time.tsx'
import type { TeamModel } from './team-model.ts'

/** Shows a sign-in link: once, and until the operator has it. */
export function LinkDialog({ model }: { readonly model: TeamModel }) {
  const link = model.link.value
  if (!link) return null
  const close = () => {
    model.link.value = undefined
  }
  return (
    <Dialog
      title={t('team.linkTitle', { name: link.name })}
      canDismiss={false}
      onClose={close}
      actions={
        <Button kind="primary" onClick={close}>
          {t('team.done')}
        </Button>
      }
    >
      <p>
        {t('team.linkWords')} {t('team.linkUntil')} <Time at={link.expires_at} as="full" />.
      </p>
      <CopyField label={t('team.linkLabel')} text={link.url} />
    </Dialog>
  )
}

interface RemoveDialogProps {
  readonly model: TeamModel
  readonly onRemoved: (name: string) => void
}

/** Asks before somebody is removed from the desk. */
export function RemoveDialog({ model, onRemoved }: RemoveDialogProps) {
  const doomed = model.doomed.value
  if (!doomed) return null
  const close = () => {
    model.doomed.value = undefined
  }
  return (
    <ConfirmDialog
      title={t('team.removeTitle', { name: doomed.name })}
      confirm={t('team.removeConfirm')}
      isDanger
      onConfirm={async () => {
        await model.remove(doomed)
        close()
        onRemoved(doomed.name)
      }}
      onClose={close}
    >
      <p>{t('team.removeWords')}</p>
    </ConfirmDialog>
  )
}
