import { useRef } from 'preact/hooks'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { focusMistake } from '../../ui/focus-mistake.ts'
import { Banner } from '../../ui/states.tsx'
import { CAPABILITY_GROUPS } from './capability-groups.ts'
import type { RoleForm } from './roles-model.ts'

interface RoleDialogProps {
  readonly form: RoleForm
  readonly onSaved: (name: string) => void
  readonly onClose: () => void
}

/** Editor of a custom role: its name, and what it may do, in plain words. */
export function RoleDialog({ form, onSaved, onClose }: RoleDialogProps) {
  const element = useRef<HTMLFormElement>(null)
  const title = form.role ? t('roles.edit') : t('roles.add')

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (form.busy.value) return
    if (await form.save()) onSaved(form.name.value)
    else focusMistake(element.current)
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form ref={element} class="form" onSubmit={submit} noValidate>
        {form.failure.value && <Banner tone="danger">{form.failure.value}</Banner>}
        <Field label={t('roles.name')} error={form.errors.value['name']}>
          {(wiring) => (
            <TextInput
              {...wiring}
              required
              autocomplete="off"
              value={form.name.value}
              onEdit={(value) => {
                form.name.value = value
              }}
            />
          )}
        </Field>
        <p class="field-hint">{t('roles.everyone')}</p>
        <div class="role-groups">
          {CAPABILITY_GROUPS.map(({ title: group, capabilities }) => (
            <fieldset key={group} class="role-group">
              <legend>{group}</legend>
              {capabilities.map(({ name, label }) => (
                <Checkbox
                  key={name}
                  label={label}
                  checked={form.granted.value.has(name)}
                  onSwitch={(isGranted) => form.toggle(name, isGranted)}
                />
              ))}
            </fieldset>
          ))}
        </div>
        <div class="form-actions">
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={form.busy.value}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
