import type { Signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch, TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { PlugIcon } from '../../../ui/icons-work.tsx'
import { Banner } from '../../../ui/states.tsx'
import { KeyField } from '../key-field.tsx'
import type { ServiceEntry } from './form-model.ts'

interface ServiceDialogProps<Service> {
  readonly model: ServiceEntry & {
    readonly saved: Service | undefined
    readonly test: () => Promise<void>
    readonly save: () => Promise<Service | undefined>
  }
  /** Title for a new service. */
  readonly title: string
  /** False if this machine cannot store secrets securely. */
  readonly canKeepKey: boolean
  /** Fields before the key (name and URL), and fields between the key and the test. */
  readonly address: ComponentChildren
  readonly more?: ComponentChildren
  readonly testLabel: string
  /** Result of the test. */
  readonly outcome: ComponentChildren
  /** Its offers. */
  readonly children: ComponentChildren
  readonly enabledLabel: string
  readonly onSaved: (service: Service) => void
  readonly onClose: () => void
}

/** Dialog for a service by URL and key: connection, test and offers. */
export function ServiceDialog<Service extends { readonly name: string }>(
  props: ServiceDialogProps<Service>,
) {
  const { model, title, canKeepKey, address, more, testLabel, outcome, children } = props
  const { enabledLabel, onSaved, onClose } = props
  const form = useRef<HTMLFormElement>(null)
  const { saved, errors, failure, busy, isTesting, isEnabled } = model
  const showFault = () => focusMistake(form.current)

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (busy.value) return
    const service = await model.save()
    if (service) onSaved(service)
    else showFault()
  }

  async function test(): Promise<void> {
    await model.test()
    if (Object.keys(errors.value).length > 0) showFault()
  }

  return (
    <Dialog
      title={saved ? t('models.edit', { name: saved.name }) : title}
      size="large"
      onClose={onClose}
    >
      <form ref={form} class="form" onSubmit={submit} noValidate>
        {failure.value && <Banner tone="danger">{failure.value}</Banner>}
        {address}
        <KeyField model={model.secret} error={errors.value['key']} canKeepKey={canKeepKey} />
        {more}
        <div class="form-actions">
          <Button icon={PlugIcon} busy={isTesting.value} onClick={() => void test()}>
            {testLabel}
          </Button>
        </div>
        <div role="status">
          {isTesting.value && <span class="visually-hidden">{t('models.testing')}</span>}
          {outcome}
        </div>
        {children}
        <Switch
          label={enabledLabel}
          checked={isEnabled.value}
          onSwitch={(isOn) => {
            isEnabled.value = isOn
          }}
        />
        <div class="form-actions">
          <Button kind="quiet" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" type="submit" busy={busy.value}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface TextFieldProps {
  readonly value: Signal<string>
  readonly error: string | undefined
}

/** Name of a service. */
export function NameField({ value, error }: TextFieldProps) {
  return (
    <Field label={t('models.name')} error={error}>
      {(wiring) => (
        <TextInput
          {...wiring}
          required
          autocomplete="off"
          value={value.value}
          onEdit={(text) => {
            value.value = text
          }}
        />
      )}
    </Field>
  )
}

interface UrlFieldProps extends TextFieldProps {
  readonly hint: string
  readonly placeholder: string
}

/** Address of a service. */
export function UrlField({ value, error, hint, placeholder }: UrlFieldProps) {
  return (
    <Field label={t('models.url')} hint={hint} error={error}>
      {(wiring) => (
        <TextInput
          {...wiring}
          required
          type="url"
          dir="ltr"
          autocomplete="off"
          placeholder={placeholder}
          value={value.value}
          onEdit={(text) => {
            value.value = text
          }}
        />
      )}
    </Field>
  )
}
