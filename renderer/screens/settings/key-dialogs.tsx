import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { KeysModel } from './keys-model.ts'

/** Shows a new key's token: once, and until the operator has it. */
export function NewKeyDialog({ model }: { readonly model: KeysModel }) {
  const made = model.made.value
  if (!made) return null
  const close = () => {
    model.made.value = undefined
  }
  return (
    <Dialog
      title={`${made.name} is ready`}
      canDismiss={false}
      onClose={close}
      actions={
        <Button kind="primary" onClick={close}>
          I have it
        </Button>
      }
    >
      <p>
        Copy the key now. It is <strong>shown only this once</strong>: Parley keeps a fingerprint of
        it, not the key.
      </p>
      <CopyField label="API key" text={made.token} />
    </Dialog>
  )
}

interface RevokeDialogProps {
  readonly model: KeysModel
  readonly onRevoked: (name: string) => void
}

/** Asks before a key stops working. */
export function RevokeDialog({ model, onRevoked }: RevokeDialogProps) {
  const doomed = model.doomed.value
  if (!doomed) return null
  const close = () => {
    model.doomed.value = undefined
  }

  async function revoke(): Promise<void> {
    const name = doomed?.name ?? ''
    if (await model.revoke()) onRevoked(name)
  }

  return (
    <Dialog
      title={`Revoke ${doomed.name}?`}
      onClose={close}
      actions={
        <>
          <Button kind="quiet" onClick={close}>
            Keep it
          </Button>
          <Button kind="danger" busy={model.busy.value} onClick={revoke}>
            Revoke the key
          </Button>
        </>
      }
    >
      <p>Whatever uses this key stops working at once. This cannot be undone.</p>
    </Dialog>
  )
}
