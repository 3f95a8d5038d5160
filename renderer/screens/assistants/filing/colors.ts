import type { FilingColor } from '#contracts/assistant-filing.ts'
import type { TagColor } from '../../../ui/tag.tsx'

/** Tag colours of folders and labels of assistants: a hue, or a colour of its own. */
export const TAG_COLORS: Readonly<Record<FilingColor, TagColor>> = {
  gray: '#8a8a8a',
  slate: '#64748b',
  red: 1,
  orange: 2,
  amber: 3,
  green: 4,
  teal: 0,
  blue: 6,
  purple: 7,
  pink: '#d6409f',
}

export const COLORS = Object.keys(TAG_COLORS) as readonly FilingColor[]

/** The colour of a folder's or label's tag; grey without one. */
export const tagColorOf = (color: FilingColor | null): TagColor => TAG_COLORS[color ?? 'gray']
