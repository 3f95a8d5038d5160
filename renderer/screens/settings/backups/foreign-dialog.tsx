import { t } from '../../../locales/translate.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

interface ForeignDialogProps {
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

/** Asks whether a copy that this installation did not sign is to be taken, and says what that means. */
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
