import type { Signal } from '@preact/signals'
import { t } from '../../../locales/translate.ts'
import { Field } from '../../../ui/field.tsx'
import { OfferedInput } from '../services/offered-input.tsx'
import type { ServiceFormModel } from './form-model.ts'

/** Models for synthesis and recognition, for kinds of service that require them. */
export function ModelFields({ model }: { readonly model: ServiceFormModel }) {
  const { use, errors, tested, speechModel, transcriptionModel } = model
  const { speaks, hears } = use.value
  if (speaks !== 'model' && hears !== 'model') return null
  return (
    <div class="form-pair">
      {speaks === 'model' && (
        <ModelField
          label={t('voice.speechModel')}
          hint={t('voice.speechModelHint')}
          error={errors.value['speech_model']}
          value={speechModel}
          offered={tested.value?.speech_models ?? []}
        />
      )}
      {hears === 'model' && (
        <ModelField
          label={t('voice.transcriptionModel')}
          hint={t('voice.transcriptionModelHint')}
          error={errors.value['transcription_model']}
          value={transcriptionModel}
          offered={tested.value?.transcription_models ?? []}
        />
      )}
    </div>
  )
}

interface ModelFieldProps {
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  readonly value: Signal<string>
  readonly offered: readonly string[]
}

function ModelField({ label, hint, error, value, offered }: ModelFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional>
      {(wiring) => (
        <OfferedInput
          {...wiring}
          offered={offered}
          value={value.value}
          onEdit={(text) => {
            value.value = text
          }}
        />
      )}
    </Field>
  )
}
