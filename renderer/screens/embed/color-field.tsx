import { t } from '../../locales/translate.ts'
import { TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'

/** Suggested colours; any other can be typed. */
const COLORS = [
  '#0c6b64',
  '#1d4ed8',
  '#6d28d9',
  '#be185d',
  '#b91c1c',
  '#c2410c',
  '#3f6212',
  '#1f2937',
] as const

interface ColorFieldProps {
  readonly color: string
  readonly error: string | undefined
  readonly onEdit: (color: string) => void
}

/** A colour: typed, picked, or chosen from suggestions. */
export function ColorField({ color, error, onEdit }: ColorFieldProps) {
  const picked = /^#[\da-f]{6}$/i.test(color) ? color : '#000000'
  return (
    <Field label={t('embed.color')} hint={t('embed.colorHint')} error={error}>
      {(wiring) => (
        <div class="color-field">
          <TextInput {...wiring} value={color} dir="ltr" spellcheck={false} onEdit={onEdit} />
          <input
            type="color"
            class="color-well"
            aria-label={t('embed.ownColor')}
            title={t('embed.ownColor')}
            value={picked}
            onInput={({ currentTarget }) => onEdit(currentTarget.value)}
          />
          <ul class="swatches">
            {COLORS.map((swatch) => (
              <li key={swatch}>
                <button
                  type="button"
                  class="swatch"
                  aria-label={t('embed.colorNamed', { color: swatch })}
                  aria-pressed={swatch === color.toLowerCase()}
                  style={{ background: swatch }}
                  onClick={() => onEdit(swatch)}
                />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Field>
  )
}
