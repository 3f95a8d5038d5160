import { embedTexts } from '../../texts/embed.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/controls.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { COLORS, MAX_LABEL } from './look.ts'
import type { EmbedModel } from './model.ts'

interface LookFormProps {
  readonly model: EmbedModel
  readonly onSaved: () => void
}

/** Colour, side, theme and words of the chat. */
export function LookForm({ model, onSaved }: LookFormProps) {
  const { look, change, hasChanged, colorError, busy } = model
  const { color, position, theme, label } = look.value

  async function save(event: Event): Promise<void> {
    event.preventDefault()
    if (colorError.value === undefined && (await model.saveLook())) onSaved()
  }

  return (
    <form class="look-form" onSubmit={save} noValidate>
      <ColorField
        color={color}
        error={colorError.value}
        onEdit={(value) => change({ color: value })}
      />
      <div class="look-line">
        <Labelled label={embedTexts.position}>
          <Segmented
            label={embedTexts.position}
            value={position}
            onChoose={(value) => change({ position: value })}
            options={[
              { value: 'left', label: embedTexts.left },
              { value: 'right', label: embedTexts.right },
            ]}
          />
        </Labelled>
        <Labelled label={embedTexts.theme}>
          <Segmented
            label={embedTexts.theme}
            value={theme}
            onChoose={(value) => change({ theme: value })}
            options={[
              { value: 'auto', label: embedTexts.auto },
              { value: 'light', label: embedTexts.light },
              { value: 'dark', label: embedTexts.dark },
            ]}
          />
        </Labelled>
      </div>
      <Field label={embedTexts.label} hint={embedTexts.labelHint}>
        {(wiring) => (
          <TextInput
            {...wiring}
            value={label}
            maxLength={MAX_LABEL}
            placeholder={embedTexts.labelExample}
            onEdit={(value) => change({ label: value })}
          />
        )}
      </Field>
      <div class="look-actions">
        <Button
          type="submit"
          kind="primary"
          busy={busy.value === 'look'}
          disabled={!hasChanged.value || colorError.value !== undefined}
        >
          {embedTexts.saveLook}
        </Button>
        {hasChanged.value && (
          <Button kind="quiet" onClick={model.discard}>
            {embedTexts.discard}
          </Button>
        )}
      </div>
    </form>
  )
}

interface LabelledProps {
  readonly label: string
  readonly children: preact.ComponentChildren
}

/** A label for the eye over a group that has its name already. */
function Labelled({ label, children }: LabelledProps) {
  return (
    <div class="field">
      <span class="field-label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  )
}

interface ColorFieldProps {
  readonly color: string
  readonly error: string | undefined
  readonly onEdit: (color: string) => void
}

function ColorField({ color, error, onEdit }: ColorFieldProps) {
  const picked = /^#[\da-f]{6}$/i.test(color) ? color : '#000000'
  return (
    <Field label={embedTexts.color} hint={embedTexts.colorHint} error={error}>
      {(wiring) => (
        <div class="color-field">
          <TextInput {...wiring} value={color} dir="ltr" spellcheck={false} onEdit={onEdit} />
          <input
            type="color"
            class="color-well"
            aria-label={embedTexts.ownColor}
            title={embedTexts.ownColor}
            value={picked}
            onInput={({ currentTarget }) => onEdit(currentTarget.value)}
          />
          <ul class="swatches">
            {COLORS.map((swatch) => (
              <li key={swatch}>
                <button
                  type="button"
                  class="swatch"
                  aria-label={embedTexts.colorNamed(swatch)}
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
