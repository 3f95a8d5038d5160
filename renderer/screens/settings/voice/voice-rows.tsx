import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Select, TextInput } from '../../../ui/controls.tsx'
import { Field } from '../../../ui/field.tsx'
import { PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import type { ServiceFormModel, VoiceRow } from './form-model.ts'

/** The voices of a service that may be chosen. */
export function VoiceRows({ model }: { readonly model: ServiceFormModel }) {
  const written = useSignal('')
  const id = useId()
  const offered = model.offered.value

  function add(): void {
    model.add(written.value)
    written.value = ''
  }

  return (
    <fieldset class="voice-rows">
      <legend>{t('voice.voicesTitle')}</legend>
      <p class="quiet">{t('voice.voicesNote')}</p>
      {model.rows.value.map((row, at) => (
        <Row key={`${row.voice} ${at}`} model={model} row={row} at={at} />
      ))}
      <div class="voice-add">
        <Field
          label={t('voice.voice')}
          hint={t('voice.voiceHint')}
          error={model.errors.value['voices']}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              dir="ltr"
              list={`${id}-offered`}
              autocomplete="off"
              spellcheck={false}
              value={written.value}
              onEdit={(value) => {
                written.value = value
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                add()
              }}
            />
          )}
        </Field>
        <datalist id={`${id}-offered`}>
          {offered.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button icon={PlusIcon} onClick={add}>
          {t('voice.addVoice')}
        </Button>
        {offered.length > 0 && (
          <Button onClick={() => model.add(...offered)}>
            {t('models.addAll', { count: offered.length })}
          </Button>
        )}
      </div>
    </fieldset>
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
    <fieldset class="voice-row">
      <legend>
        <code>{row.voice}</code>
      </legend>
      <div class="voice-row-fields">
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
      <IconButton
        icon={TrashIcon}
        label={t('models.removeModel', { model: row.voice })}
        onClick={() => model.remove(at)}
      />
    </fieldset>
  )
}
