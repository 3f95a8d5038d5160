import { t } from '../../../locales/translate.ts'
import { Select, TextInput } from '../../../ui/controls.tsx'
import { Field } from '../../../ui/field.tsx'
import { OfferRow, OfferRows } from '../services/offer-rows.tsx'
import type { ServiceFormModel, VoiceRow } from './form-model.ts'

/** The selectable voices of a service. */
export function VoiceRows({ model }: { readonly model: ServiceFormModel }) {
  return (
    <OfferRows
      title={t('voice.voicesTitle')}
      note={t('voice.voicesNote')}
      label={t('voice.voice')}
      hint={t('voice.voiceHint')}
      error={model.errors.value['voices']}
      addLabel={t('voice.addVoice')}
      offered={model.offered.value}
      onAdd={model.add}
    >
      {model.rows.value.map((row, at) => (
        <Row key={`${row.voice} ${at}`} model={model} row={row} at={at} />
      ))}
    </OfferRows>
  )
}

interface RowProps {
  readonly model: ServiceFormModel
  readonly row: VoiceRow
  readonly at: number
}

function Row({ model, row, at }: RowProps) {
  const edit = (change: Partial<VoiceRow>) => model.change(at, change)
  const errorOf = (name: string) => model.errors.value[`voices.${at}.${name}`]
  return (
    <OfferRow name={row.voice} onRemove={() => model.remove(at)}>
      <div class="offer-row-line">
        <Field label={t('models.display')} error={errorOf('name') ?? errorOf('voice')}>
          {(wiring) => (
            <TextInput
              {...wiring}
              placeholder={row.voice}
              value={row.name}
              onEdit={(name) => edit({ name })}
            />
          )}
        </Field>
        <Field label={t('voice.language')} error={errorOf('language_id')}>
          {(wiring) => (
            <Select
              {...wiring}
              value={String(row.languageId)}
              onEdit={(id) => edit({ languageId: Number(id) })}
            >
              {model.languages.map(({ id, name }) => (
                <option key={id} value={String(id)}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('voice.gender')} error={errorOf('gender')}>
          {(wiring) => (
            <Select
              {...wiring}
              value={row.gender}
              onEdit={(gender) => edit({ gender: gender as VoiceRow['gender'] })}
            >
              <option value="female">{t('assistantForm.voices.female')}</option>
              <option value="male">{t('assistantForm.voices.male')}</option>
            </Select>
          )}
        </Field>
      </div>
    </OfferRow>
  )
}
