import { useRef } from 'preact/hooks'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { TextInput } from '../../../ui/controls.tsx'
import { Card } from '../../../ui/display.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { Banner } from '../../../ui/states.tsx'
import type { WorkspacesModel } from './model.ts'

interface AddCardProps {
  readonly desk: Pick<Desk, 'toasts'>
  readonly model: WorkspacesModel
}

/** Form that adds a remote Parley by URL and key. */
export function AddCard({ desk, model }: AddCardProps) {
  const form = useRef<HTMLFormElement>(null)
  const { fields, faults, failure, busy, known } = model
  const keepsKeys = known.value?.keepsKeys ?? true

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    const name = await model.add()
    if (name !== undefined) desk.toasts.show(t('workspaces.added', { name }))
    else focusMistake(form.current)
  }

  return (
    <Card title={t('workspaces.addTitle')} note={t('workspaces.addNote')}>
      <form ref={form} class="form" onSubmit={submit} noValidate>
        {!keepsKeys && <Banner tone="attention">{t('workspaces.noKeyring')}</Banner>}
        {failure.value && <Banner tone="danger">{failure.value}</Banner>}
        <Field
          label={t('workspaces.address')}
          hint={t('workspaces.addressHint')}
          error={faults.value.address}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              type="url"
              dir="ltr"
              required
              maxLength={2000}
              autocomplete="off"
              spellcheck={false}
              placeholder="https://chat.example.com"
              value={fields.value.address}
              onEdit={(address) => model.edit({ address })}
            />
          )}
        </Field>
        <Field
          label={t('workspaces.key')}
          hint={keepsKeys ? t('workspaces.keyHint') : t('workspaces.keyHintForNow')}
          error={faults.value.key}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              type="password"
              dir="ltr"
              required
              maxLength={512}
              autocomplete="off"
              value={fields.value.key}
              onEdit={(key) => model.edit({ key })}
            />
          )}
        </Field>
        <Field
          label={t('workspaces.name')}
          hint={t('workspaces.nameHint')}
          error={faults.value.name}
          isOptional
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              maxLength={80}
              autocomplete="off"
              value={fields.value.name}
              onEdit={(name) => model.edit({ name })}
            />
          )}
        </Field>
        <div class="form-actions">
          <Button kind="primary" type="submit" busy={busy.value}>
            {t('workspaces.check')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
