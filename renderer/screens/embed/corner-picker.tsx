import { useId } from 'preact/hooks'
import { CORNERS, DEFAULT_LOOK, type WindowCorner } from '#contracts/widget-look.ts'
import { t } from '../../locales/translate.ts'

interface CornerPickerProps {
  readonly value: WindowCorner
  /** Appearance of the launcher. */
  readonly color: string
  readonly onChoose: (corner: WindowCorner) => void
}

/** A miniature window with a button in each corner to place the chat. */
export function CornerPicker({ value, color, onChoose }: CornerPickerProps) {
  const name = useId()
  return (
    <fieldset class="corner-picker">
      <legend>{t('embed.position')}</legend>
      <div class="corner-window" dir="ltr">
        {CORNERS.map((corner) => (
          <label key={corner} class={`corner is-${corner}`} title={t(`embed.corners.${corner}`)}>
            <input
              type="radio"
              name={name}
              value={corner}
              aria-label={t(`embed.corners.${corner}`)}
              checked={corner === value}
              onChange={() => onChoose(corner)}
            />
            <span style={corner === value ? { background: color } : {}} />
          </label>
        ))}
      </div>
      <p class="field-hint" aria-live="polite">
        {t(`embed.corners.${value}`)}
        {value === DEFAULT_LOOK.position && <span class="corner-note">{t('embed.mirrored')}</span>}
      </p>
    </fieldset>
  )
}
