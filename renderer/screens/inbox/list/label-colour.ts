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

/** The colours in the order in which they are assigned and offered. */
export const LABEL_COLOURS: readonly LabelColour[] = [
  'teal',
  'blue',
  'purple',
  'red',
  'orange',
  'yellow',
  'green',
  'grey',
]

/** Colour of a new label, given the number of existing ones. */
export const nextColour = (count: number): LabelColour =>
  LABEL_COLOURS[count % LABEL_COLOURS.length]!
