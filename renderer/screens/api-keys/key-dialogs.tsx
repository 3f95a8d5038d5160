import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { KeysModel } from './keys-model.ts'

/** Shows a new key's token, once, until the operator closes it. */
export function NewKeyDialog({ model }: { readonly model: KeysModel }) {
  const made = model.made.value
  if (!made) return null
  const close = () => {
    model.made.value = undefined
  }
  return (
    <Dialog
      title={t('apiKeys.ready', { name: made.name })}
      canDismiss={false}
      onClose={close}
      actions={
        <Button kind="primary" onClick={close}>
          {t('apiKeys.have')}
        </Button>
      }
    >
      <p>{t('apiKeys.once')}</p>
      <CopyField label={t('apiKeys.token')} text={made.token} />
    </Dialog>
  )
}

interface RevokeDialogProps {
  readonly model: KeysModel
  readonly onRevoked: (name: string) => void
}

/** Asks before revoking a key. */
export function RevokeDialog({ model, onRevoked }: RevokeDialogProps) {
  const removing = model.removing.value
  if (!removing) return null
  const close = () => {
    model.removing.value = undefined
  }

  async function revoke(): Promise<void> {
    const name = removing?.name ?? ''
    if (await model.revoke()) onRevoked(name)
  }

  return (
    <Dialog
      title={t('apiKeys.revokeTitle', { name: removing.name })}
      onClose={close}
      actions={
        <>
          <Button kind="quiet" onClick={close}>
            {t('apiKeys.keep')}
          </Button>
          <Button kind="danger" busy={model.busy.value} onClick={revoke}>
            {t('apiKeys.revokeConfirm')}
          </Button>
        </>
      }
    >
      <p>{t('apiKeys.revokeWords')}</p>
    </Dialog>
  )
}
