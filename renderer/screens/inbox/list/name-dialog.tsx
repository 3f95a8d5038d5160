import { useSignal } from '@preact/signals'
import { explain, fieldErrors } from '../../../app/api.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'

interface NameDialogProps {
  readonly title: string
  readonly name: string
  readonly onSave: (name: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the name of a view. */
export function NameDialog({ title, name, onSave, onClose }: NameDialogProps) {
  const text = useSignal(name)
  const error = useSignal('')
  const busy = useSignal(false)

  async function save(): Promise<void> {
    busy.value = true
    try {
      await onSave(text.value.trim())
      onClose()
    } catch (failure) {
      error.value = fieldErrors(failure)?.['name'] ?? explain(failure)
      busy.value = false
    }
  }

  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <form
        class="name-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label={t('inbox.viewName')} error={error.value || undefined}>
          {(wiring) => (
            <TextInput
              {...wiring}
              value={text.value}
              onEdit={(value) => {
                text.value = value
              }}
            />
          )}
        </Field>
        <div class="form-end">
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            busy={busy.value}
            disabled={text.value.trim() === ''}
          >
            {t('common.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
