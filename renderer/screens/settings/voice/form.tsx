import { useRef } from 'preact/hooks'
import { SPEECH_KIND_NAMES, type SpeechKindName } from '#contracts/speech-kinds.ts'
import type { SpeechService } from '#contracts/speech-providers.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Select, Switch, TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { PlugIcon } from '../../../ui/icons-work.tsx'
import { Banner } from '../../../ui/states.tsx'
import { KeyField } from '../key-field.tsx'
import type { ServiceFormModel } from './form-model.ts'
import { ModelFields } from './model-fields.tsx'
import { VoiceRows } from './voice-rows.tsx'

interface ServiceFormProps {
  readonly model: ServiceFormModel
  /** False where this machine cannot keep a secret safe. */
  readonly canKeepKey: boolean
  readonly onSaved: (service: SpeechService) => void
  readonly onClose: () => void
}

/** Asks for a speech service, tries it out, and lets its voices be chosen. */
export function ServiceForm({ model, canKeepKey, onSaved, onClose }: ServiceFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const { service, errors, failure, busy } = model
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
      title={service ? t('models.edit', { name: service.name }) : t('voice.newTitle')}
      size="large"
      onClose={onClose}
    >
      <form ref={form} class="form" onSubmit={submit} noValidate>
        {failure.value && <Banner tone="danger">{failure.value}</Banner>}
        <AddressFields model={model} />
        <KeyField model={model.secret} error={errors.value['key']} canKeepKey={canKeepKey} />
        <ModelFields model={model} />
        <div class="form-actions">
          <Button icon={PlugIcon} busy={model.isTesting.value} onClick={() => void test()}>
            {t('voice.test')}
          </Button>
        </div>
        <TestOutcome model={model} />
        {model.use.value.speaks !== 'none' && <VoiceRows model={model} />}
        <Switch
          label={t('voice.enabled')}
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

const EXAMPLES: Readonly<Record<SpeechKindName, string>> = {
  'openai-audio': 'https://api.example.com/v1',
  piper: 'http://127.0.0.1:5000',
  'whisper-cpp': 'http://127.0.0.1:8080',
  deepgram: 'https://api.deepgram.com',
  elevenlabs: 'https://api.elevenlabs.io',
}

function AddressFields({ model }: Pick<ServiceFormProps, 'model'>) {
  const { errors, kind } = model
  return (
    <>
      <div class="form-pair">
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
        <Field label={t('voice.kind')} error={errors.value['kind']}>
          {(wiring) => (
            <Select
              {...wiring}
              value={kind.value}
              onEdit={(value) => {
                kind.value = value as SpeechKindName
              }}
            >
              {SPEECH_KIND_NAMES.map((name) => (
                <option key={name} value={name}>
                  {t(`voice.kinds.${name}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field
        label={t('models.url')}
        hint={t(`voice.urlHints.${kind.value}`)}
        error={errors.value['base_url']}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            required
            type="url"
            dir="ltr"
            autocomplete="off"
            placeholder={EXAMPLES[kind.value]}
            value={model.url.value}
            onEdit={(value) => {
              model.url.value = value
            }}
          />
        )}
      </Field>
    </>
  )
}

function TestOutcome({ model }: Pick<ServiceFormProps, 'model'>) {
  const { tested, isTesting } = model
  const outcome = tested.value
  const sides = [outcome?.speaks, outcome?.hears].filter((side) => side != null)
  return (
    <div role="status">
      {isTesting.value && <span class="visually-hidden">{t('models.testing')}</span>}
      {outcome && (
        <Banner tone={outcome.ok ? 'ok' : 'danger'}>
          {sides.length === 0 && <p>{outcome.message}</p>}
          {sides.map(({ message }) => (
            <p key={message} dir="auto">
              {message}
            </p>
          ))}
          {outcome.voices.length > 0 && (
            <p>{t('voice.offers', { count: outcome.voices.length })}</p>
          )}
        </Banner>
      )}
    </div>
  )
}
