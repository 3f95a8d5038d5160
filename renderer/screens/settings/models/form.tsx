import { useRef } from 'preact/hooks'
import type { ModelProvider } from '#contracts/model-providers.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Switch, TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { PlugIcon } from '../../../ui/icons-work.tsx'
import { Banner } from '../../../ui/states.tsx'
import { KeyField } from '../key-field.tsx'
import type { ProviderFormModel } from './form-model.ts'
import { ModelRows } from './model-rows.tsx'

interface ProviderFormProps {
  readonly model: ProviderFormModel
  /** False where this machine cannot keep a secret safe. */
  readonly canKeepKey: boolean
  readonly onSaved: (provider: ModelProvider) => void
  readonly onClose: () => void
}

/** Asks for a provider, tries it out, and lets its models be chosen and priced. */
export function ProviderForm({ model, canKeepKey, onSaved, onClose }: ProviderFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { provider, errors, failure, busy } = model
  const showFault = () => focusMistake(form.current)

  async function submit(event: Event): Promise<void> {
    event.preventDefault()
    if (busy.value) return
    const saved = await model.save()
    if (saved) onSaved(saved)
    else showFault()
  }

  async function test(): Promise<void> {
    await model.test()
    if (Object.keys(errors.value).length > 0) showFault()
  }

  return (
    <Dialog
      title={provider ? t('models.edit', { name: provider.name }) : t('models.newTitle')}
      size="large"
      onClose={onClose}
    >
      <form ref={form} class="form" onSubmit={submit} noValidate>
        {failure.value && <Banner tone="danger">{failure.value}</Banner>}
        <Field label={t('models.name')} error={errors.value['name']}>
          {(wiring) => (
            <TextInput
              {...wiring}
              required
              autocomplete="off"
              value={model.name.value}
              onEdit={(value) => {
                model.name.value = value
              }}
            />
          )}
        </Field>
        <Field label={t('models.url')} hint={t('models.urlHint')} error={errors.value['base_url']}>
          {(wiring) => (
            <TextInput
              {...wiring}
              required
              type="url"
              dir="ltr"
              autocomplete="off"
              placeholder="https://api.example.com/v1"
              value={model.url.value}
              onEdit={(value) => {
                model.url.value = value
              }}
            />
          )}
        </Field>
        <KeyField model={model.secret} error={errors.value['key']} canKeepKey={canKeepKey} />
        <div class="form-actions">
          <Button icon={PlugIcon} busy={model.isTesting.value} onClick={() => void test()}>
            {t('models.test')}
          </Button>
        </div>
        <TestOutcome model={model} />
        <ModelRows model={model} />
        <Switch
          label={t('models.enabled')}
          checked={model.isEnabled.value}
          onSwitch={(isOn) => {
            model.isEnabled.value = isOn
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

function TestOutcome({ model }: Pick<ProviderFormProps, 'model'>) {
  const { tested, isTesting } = model
  const outcome = tested.value
  return (
    <div role="status">
      {isTesting.value && <span class="visually-hidden">{t('models.testing')}</span>}
      {outcome && (
        <Banner tone={outcome.ok ? 'ok' : 'danger'}>
          <p>{outcome.message}</p>
          {outcome.ok && outcome.reply && <p>{t('models.said', { words: outcome.reply })}</p>}
          {outcome.ok && outcome.first_token_ms !== null && (
            <p>{t('models.firstToken', { ms: formatNumber(outcome.first_token_ms) })}</p>
          )}
          {outcome.models.length > 0 && (
            <p>{t('models.offers', { count: outcome.models.length })}</p>
          )}
        </Banner>
      )}
    </div>
  )
}
