import { useRef } from 'preact/hooks'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { Banner } from '../../../ui/states.tsx'
import { ColourField } from '../../inbox/list/colour-field.tsx'
import type { LabelForm } from './model.ts'

interface LabelDialogProps {
  readonly form: LabelForm
  readonly onSaved: (name: string) => void
  readonly onClose: () => void
}

/** Editor of a label: its name and colour. */
export function LabelDialog({ form, onSaved, onClose }: LabelDialogProps) {
  const element = useRef<HTMLFormElement>(null)

  async function submit(event?: Event): Promise<void> {
    event?.preventDefault()
    if (form.busy.value) return
    const name = await form.save()
    if (name === undefined) focusMistake(element.current)
    else onSaved(name)
  }

  return (
    <Dialog
      title={form.label ? t('labels.edit') : t('labels.add')}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" busy={form.busy.value} onClick={() => void submit()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form ref={element} class="form" onSubmit={(event) => void submit(event)} noValidate>
        {form.failure.value && <Banner tone="danger">{form.failure.value}</Banner>}
        <Field label={t('labels.name')} error={form.errors.value['name']}>
          {(wiring) => (
            <TextInput
              {...wiring}
              required
              autocomplete="off"
              dir="auto"
              value={form.name.value}
              onEdit={(value) => {
                form.name.value = value
              }}
            />
          )}
        </Field>
        <ColourField
          value={form.colour.value}
          onChoose={(colour) => {
            form.colour.value = colour
          }}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
