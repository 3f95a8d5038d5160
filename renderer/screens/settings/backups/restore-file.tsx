import { useSignal } from '@preact/signals'
import type { CheckedArchive } from '#contracts/checked-archive.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Banner } from '../../../ui/states.tsx'
import { whole } from '../../../ui/time.tsx'
import type { PartProps } from './backups.tsx'
import { ForeignDialog } from './foreign-dialog.tsx'
import { Foreign, Unchecked } from './model.ts'
import { restartAfterRestore } from './restart-after-restore.ts'

interface RestoreFileProps extends PartProps {
  readonly onClose: () => void
}

/** Uploads a file, shows its contents, and restores it after confirmation. */
export function RestoreFile({ desk, model, onClose }: RestoreFileProps) {
  const file = useSignal<File>()
  const passphrase = useSignal('')
  const error = useSignal<Error>()
  const isForeign = useSignal(false)
  const checked = useSignal<CheckedArchive & { readonly id: string }>()

  async function go(): Promise<void> {
    error.value = undefined
    try {
      if (checked.value) {
        await apply(checked.value.id)
      } else if (file.value) checked.value = await model.check(file.value, passphrase.value)
    } catch (failure) {
      if (failure instanceof Foreign) isForeign.value = true
      else error.value = failure as Error
    }
  }

  async function apply(id: string, acceptForeign = false): Promise<void> {
    restartAfterRestore(desk, await model.apply(id, acceptForeign))
    onClose()
  }

  const { value: fault } = error
  const isPassphrase = fault instanceof Unchecked && fault.isPassphrase
  if (isForeign.value)
    return (
      <ForeignDialog
        onConfirm={() => apply(checked.value!.id, true)}
        onClose={() => (isForeign.value = false)}
      />
    )
  return (
    <Dialog
      title={t('backups.fileTitle')}
      onClose={onClose}
      actions={
        <Button
          kind={checked.value ? 'danger' : 'primary'}
          busy={model.doing.value !== undefined}
          disabled={!file.value}
          onClick={() => void go()}
        >
          {checked.value ? t('backups.apply') : t('backups.check')}
        </Button>
      }
    >
      <div class="form">
        <Field label={t('backups.file')}>
          {(wiring) => (
            <input
              {...wiring}
              type="file"
              accept=".gz,.parley"
              onChange={({ currentTarget }) => {
                file.value = currentTarget.files?.[0]
                checked.value = undefined
              }}
            />
          )}
        </Field>
        <Field
          label={t('backups.passphrase')}
          hint={t('backups.filePassphraseHint')}
          error={isPassphrase ? fault.message : undefined}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              type="password"
              autocomplete="off"
              dir="ltr"
              value={passphrase.value}
              onEdit={(value) => {
                passphrase.value = value
              }}
            />
          )}
        </Field>
        {fault && !isPassphrase && <Banner tone="danger">{fault.message}</Banner>}
        {checked.value && (
          <Banner tone="attention">
            <strong>{t('backups.checked', { when: whole(checked.value.created_at) })}</strong>
            <p>
              {t('backups.rows', { count: checked.value.rows })},{' '}
              {t('backups.files', { count: checked.value.files })}.{' '}
              {t('backups.restoreWhat', { when: whole(checked.value.created_at) })}
            </p>
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
