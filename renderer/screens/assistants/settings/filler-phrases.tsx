import type { FillerConfig } from '#contracts/assistant-fields.ts'
import { t } from '../../../locales/translate.ts'
import { TextArea } from '../../../ui/controls.tsx'
import { Field } from '../../../ui/field.tsx'
import type { ControlProps } from './control.tsx'

const MOODS = ['positive', 'negative', 'question', 'neutral'] as const

/** Filler phrases by mood, one per line. */
export function FillerPhrases({ model, field }: ControlProps) {
  const phrases = (model.values.value?.[field.name] ?? {}) as FillerConfig

  function edit(mood: keyof FillerConfig, text: string): void {
    const lines = text.split('\n')
    model.edit(field.name, { ...phrases, [mood]: text === '' ? [] : lines })
  }

  return (
    <fieldset class="phrases">
      <legend>{field.label}</legend>
      <p class="field-hint">{field.hint}</p>
      <div class="phrases-grid">
        {MOODS.map((mood) => {
          const place = Object.keys(model.errors.value).find((one) =>
            one.startsWith(`${field.name}.${mood}`),
          )
          const error = place && model.errors.value[place]
          return (
            <Field key={mood} label={t(`assistantForm.fillers.${mood}`)} error={error || undefined}>
              {(wiring) => (
                <TextArea
                  {...wiring}
                  rows={3}
                  value={(phrases[mood] ?? []).join('\n')}
                  onEdit={(text) => edit(mood, text)}
                />
              )}
            </Field>
          )
        })}
      </div>
    </fieldset>
  )
}
