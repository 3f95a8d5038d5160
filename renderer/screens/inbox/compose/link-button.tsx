import { useState } from 'preact/hooks'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/controls.tsx'
import { Field } from '../../../ui/field.tsx'
import { LinkIcon } from '../../../ui/icons-work.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { applyEdit } from './apply-edit.ts'
import type { Area } from './area.ts'
import { linkTo, webAddress } from './format-text.ts'

/** Makes the selection a link. */
export function LinkButton({ area }: { readonly area: Area }) {
  return (
    <Popover
      label={t('composer.link')}
      trigger={(trigger) => (
        <IconButton {...trigger} size="small" icon={LinkIcon} label={t('composer.link')} />
      )}
    >
      {(close) => <LinkForm area={area} onDone={close} />}
    </Popover>
  )
}

function LinkForm({ area, onDone }: { readonly area: Area; readonly onDone: () => void }) {
  const field = area.current
  const [label, setLabel] = useState(
    () => field?.value.slice(field.selectionStart, field.selectionEnd).trim() ?? '',
  )
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()

  function insert(event: Event): void {
    event.preventDefault()
    const url = webAddress(typed)
    if (url === undefined) {
      setError(t('composer.notAnAddress'))
      return
    }
    onDone()
    if (field) applyEdit(field, linkTo(field, url, label))
  }

  return (
    <form class="link-form" onSubmit={insert}>
      <Field label={t('composer.linkAddress')} error={error}>
        {(wiring) => (
          <TextInput
            {...wiring}
            type="text"
            inputMode="url"
            dir="ltr"
            value={typed}
            onEdit={(value) => {
              setTyped(value)
              setError(undefined)
            }}
          />
        )}
      </Field>
      <Field label={t('composer.linkText')}>
        {(wiring) => <TextInput {...wiring} value={label} onEdit={setLabel} />}
      </Field>
      <Button type="submit" kind="primary" size="small">
        {t('composer.insertLink')}
      </Button>
    </form>
  )
}
