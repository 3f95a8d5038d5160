import { t } from '../../../locales/translate.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

interface ForeignDialogProps {
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

/** Asks for confirmation to restore a backup that this installation did not sign, and explains the risk. */
export function ForeignDialog({ onConfirm, onClose }: ForeignDialogProps) {
  return (
    <ConfirmDialog
      title={t('backups.foreignTitle')}
      confirm={t('backups.foreignAccept')}
      isDanger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t('backups.foreignWhy')}</p>
      <p>{t('backups.foreignMeans')}</p>
    </ConfirmDialog>
  )
}
