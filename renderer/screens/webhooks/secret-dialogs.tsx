import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RefreshIcon } from '../../ui/icons.tsx'
import { Banner, ErrorState, Loading } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import type { createSecretModel } from './secret-model.ts'

interface SecretProps {
  readonly model: ReturnType<typeof createSecretModel>
  readonly onClose: () => void
}

/** Signing secret of webhooks, shown on request only. */
export function SecretDialog({
  model,
  onClose,
  onRotate,
}: SecretProps & { readonly onRotate: () => void }) {
  const known = model.secret.value
  return (
    <Dialog
      title={t('webhooks.secret')}
      onClose={onClose}
      actions={
        known && (
          <Button icon={RefreshIcon} onClick={onRotate}>
            {t('webhooks.rotate')}
          </Button>
        )
      }
    >
      <p>{t('webhooks.secretLead')}</p>
      {known && <CopyField label={t('webhooks.secret')} text={known.secret} isSecret />}
      {known?.previous_valid_until && (
        <Banner>
          {t('webhooks.overlap')} <Time at={known.previous_valid_until} as="full" />.
        </Banner>
      )}
      {!known && !model.error.value && (
        <Loading label={t('webhooks.secretLoading')} rows={1} as="lines" />
      )}
      {!known && model.error.value && (
        <ErrorState title={t('webhooks.secretFailed')} onRetry={() => void model.load()}>
          <p>{model.error.value}</p>
        </ErrorState>
      )}
    </Dialog>
  )
}

/** Asks before rotating the secret. */
export function RotateDialog({ model, onClose }: SecretProps) {
  return (
    <ConfirmDialog
      title={t('webhooks.rotateTitle')}
      confirm={t('webhooks.rotateConfirm')}
      isDanger
      onClose={onClose}
      onConfirm={model.rotate}
    >
      <p>{t('webhooks.rotateWords')}</p>
    </ConfirmDialog>
  )
}
