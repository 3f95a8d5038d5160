import { SPEECH_KIND_NAMES, type SpeechKindName } from '#contracts/speech-kinds.ts'
import type { SpeechService } from '#contracts/speech-providers.ts'
import { t } from '../../../locales/translate.ts'
import { Select } from '../../../ui/controls.tsx'
import { Field } from '../../../ui/field.tsx'
import { Banner } from '../../../ui/states.tsx'
import { NameField, ServiceDialog, UrlField } from '../services/service-dialog.tsx'
import type { ServiceFormModel } from './form-model.ts'
import { ModelFields } from './model-fields.tsx'
import { PriceFields } from './price-fields.tsx'
import { VoiceRows } from './voice-rows.tsx'

interface ServiceFormProps {
  readonly model: ServiceFormModel
  /** False if this machine cannot store secrets securely. */
  readonly canKeepKey: boolean
  readonly onSaved: (service: SpeechService) => void
  readonly onClose: () => void
}

/** Form for a speech service: connection, test and voices. */
export function ServiceForm({ model, ...rest }: ServiceFormProps) {
  return (
    <ServiceDialog
      {...rest}
      model={model}
      title={t('voice.newTitle')}
      address={<AddressFields model={model} />}
      more={<ModelFields model={model} />}
      testLabel={t('voice.test')}
      outcome={<TestOutcome model={model} />}
      enabledLabel={t('voice.enabled')}
    >
      {model.use.value.speaks !== 'none' && <VoiceRows model={model} />}
      <PriceFields model={model} />
    </ServiceDialog>
  )
}

const EXAMPLES: Readonly<Record<SpeechKindName, string>> = {
  'openai-audio': 'https://api.example.com/v1',
  'openai-realtime': 'https://api.example.com/v1',
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
        <NameField value={model.name} error={errors.value['name']} />
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
      <UrlField
        value={model.url}
        error={errors.value['base_url']}
        hint={t(`voice.urlHints.${kind.value}`)}
        placeholder={EXAMPLES[kind.value]}
      />
    </>
  )
}

function TestOutcome({ model }: Pick<ServiceFormProps, 'model'>) {
  const outcome = model.tested.value
  if (!outcome) return null
  const sides = [outcome.speaks, outcome.hears].filter((side) => side !== null)
  return (
    <Banner tone={outcome.ok ? 'ok' : 'danger'}>
      {sides.length === 0 && <p>{outcome.message}</p>}
      {sides.map(({ message }) => (
        <p key={message} dir="auto">
          {message}
        </p>
      ))}
      {outcome.voices.length > 0 && <p>{t('voice.offers', { count: outcome.voices.length })}</p>}
    </Banner>
  )
}
