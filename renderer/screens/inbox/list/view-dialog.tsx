import { useSignal } from '@preact/signals'
import { explain, fieldErrors } from '../../../app/api.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch, TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'

/** Values of the form. */
interface ViewForm {
  readonly name: string
  readonly isShared: boolean
}

interface ViewDialogProps {
  readonly title: string
  readonly name: string
  /** Offers to share the view. */
  readonly mayShare?: boolean
  readonly onSave: (form: ViewForm) => Promise<void>
  readonly onClose: () => void
}

/** Asks for the name of a view, and who sees it. */
export function ViewDialog({ title, name, mayShare = false, onSave, onClose }: ViewDialogProps) {
  const text = useSignal(name)
  const isShared = useSignal(false)
  const error = useSignal('')
  const busy = useSignal(false)

  async function save(): Promise<void> {
    busy.value = true
    try {
      await onSave({ name: text.value.trim(), isShared: isShared.value })
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
              dir="auto"
              autocomplete="off"
              value={text.value}
              onEdit={(value) => {
                text.value = value
              }}
            />
          )}
        </Field>
        {mayShare && (
          <Switch
            label={t('inbox.shareView')}
            hint={t('inbox.shareViewHint')}
            checked={isShared.value}
            onSwitch={(isOn) => {
              isShared.value = isOn
            }}
          />
        )}
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
