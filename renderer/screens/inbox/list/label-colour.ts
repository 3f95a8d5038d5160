import type { LabelColour } from '#contracts/labels.ts'
import type { TagColor } from '../../../ui/tag.tsx'

/** Tag colours of labels: a hue, or grey. */
const COLOURS: Readonly<Record<LabelColour, TagColor>> = {
  teal: 0,
  red: 1,
  orange: 2,
  yellow: 3,
  green: 4,
  blue: 6,
  purple: 7,
  grey: '#8a8a8a',
}

/** The colour of a label's tag. */
export const tagColorOf = (colour: LabelColour): TagColor => COLOURS[colour]
