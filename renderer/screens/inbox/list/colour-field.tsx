import './colour-field.css'
import { useId } from 'preact/hooks'
import type { LabelColour } from '#contracts/labels.ts'
import { t } from '../../../locales/translate.ts'
import { Tag } from '../../../ui/tag.tsx'
import { LABEL_COLOURS, tagColorOf } from './label-colour.ts'

interface ColourFieldProps {
  readonly value: LabelColour
  readonly onChoose: (colour: LabelColour) => void
}

/** Choice of the colour of a label or team, each as it will look. */
export function ColourField({ value, onChoose }: ColourFieldProps) {
  const name = useId()
  return (
    <fieldset class="colours">
      <legend>{t('labels.colour')}</legend>
      {LABEL_COLOURS.map((colour) => (
        <label key={colour} class="colour">
          <input
            class="visually-hidden"
            type="radio"
            name={name}
            value={colour}
            checked={colour === value}
            onChange={() => onChoose(colour)}
          />
          <Tag color={tagColorOf(colour)}>{t(`labels.colours.${colour}`)}</Tag>
        </label>
      ))}
    </fieldset>
  )
}
