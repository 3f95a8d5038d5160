import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import type { ContactDetails, DetailName, DetailsModel } from './details-model.ts'

const KINDS = { name: 'text', email: 'email', phone: 'tel' } as const

interface DetailEditorProps {
  readonly model: DetailsModel
  readonly details: ContactDetails
  readonly name: DetailName
  readonly label: string
}

/** In-place editor of one detail: Enter saves, Escape cancels. */
export function DetailEditor({ model, details, name, label }: DetailEditorProps) {
  const form = useRef<HTMLFormElement>(null)
  // A layout effect, so that the next key is typed into the field instead of acting as a shortcut.
  useLayoutEffect(() => {
    if (model.takesFocus()) form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [model.error.value])
  const text = model.editing.value!.text
  const save = () => void model.save(details)
  return (
    <form
      ref={form}
      class="contact-editor"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
        if (event.key !== 'Escape') return
        event.stopPropagation()
        model.cancel()
      }}
    >
      <Field
        label={label}
        hint={name === 'notes' ? t('details.remarksHint') : undefined}
        error={model.error.value}
      >
        {(wiring) =>
          name === 'notes' ? (
            <TextArea {...wiring} rows={3} maxRows={10} value={text} onEdit={model.type} />
          ) : (
            <TextInput {...wiring} type={KINDS[name]} value={text} onEdit={model.type} />
          )
        }
      </Field>
      <div class="contact-editor-actions">
        <Button size="small" kind="primary" type="submit" busy={model.isSaving.value}>
          {t('common.save')}
        </Button>
        <Button size="small" kind="quiet" onClick={model.cancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
