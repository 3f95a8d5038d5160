import type { JsonObject } from '#contracts/scalars.ts'
import type { Corner } from '#contracts/widget-settings.ts'

/** A corner of the window, by both of its edges. */
export type WindowCorner = Exclude<Corner, 'left' | 'right'>

/** Look of the launcher and the chat; numbers are as they are typed. */
export interface Look {
  readonly color: string
  readonly position: WindowCorner
  /** Distance from the corner, px; nothing for the usual one. */
  readonly offset_x: string
  readonly offset_y: string
  readonly theme: 'auto' | 'light' | 'dark'
  /** Words on the launcher; none: the icon alone. */
  readonly label: string
  readonly icon: 'bubble' | 'own' | 'none'
  /** One or two characters, for an icon of one's own. */
  readonly icon_text: string
}

/** Defaults of the widget. */
export const DEFAULT_LOOK: Look = {
  color: '#0c6b64',
  position: 'bottom-right',
  offset_x: '',
  offset_y: '',
  theme: 'auto',
  label: '',
  icon: 'bubble',
  icon_text: '',
}

/** The corners as they lie on a window, line by line. */
export const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const

/** Colours to begin with; any other can be typed. */
export const COLORS = [
  '#0c6b64',
  '#1d4ed8',
  '#6d28d9',
  '#be185d',
  '#b91c1c',
  '#c2410c',
  '#3f6212',
  '#1f2937',
] as const

/** The longest label that still looks like a button. */
export const MAX_LABEL = 40

/** Largest offset of the launcher from its corner, px. */
export const MAX_OFFSET = 500

/** Reports whether a text is a colour that the widget accepts. */
export const isColor = (text: string): boolean => /^#([\da-f]{3}){1,2}$/i.test(text)

/** Reports whether a text is a distance that the widget accepts; an empty one is the default. */
export const isOffset = (text: string): boolean => /^\d{0,3}$/.test(text) && +text <= MAX_OFFSET

/** Number of characters that a reader sees in a text: a flag or a family is one. */
export const charactersOf = (text: string): number => [...new Intl.Segmenter().segment(text)].length

/** The look that is stored; a value that makes no sense is as good as none. */
export function lookOf(settings: JsonObject): Look {
  const { color, position, theme, label, icon } = settings
  const own = typeof icon === 'string' ? icon.trim() : ''
  const isOwn = own !== '' && charactersOf(own) <= 2
  return {
    color: typeof color === 'string' && isColor(color) ? color : DEFAULT_LOOK.color,
    position: cornerOf(position),
    offset_x: offsetOf(settings['offset_x']),
    offset_y: offsetOf(settings['offset_y']),
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    label: typeof label === 'string' ? label.slice(0, MAX_LABEL) : '',
    icon: own === 'none' ? 'none' : isOwn ? 'own' : 'bubble',
    icon_text: isOwn ? own : '',
  }
}

/** The look as it is stored; what is usual is left out. */
export function storedLook(look: Look): JsonObject {
  const { color, position, theme, label, icon, icon_text } = look
  const whole = {
    color: color !== DEFAULT_LOOK.color && color,
    position: position !== DEFAULT_LOOK.position && position,
    offset_x: storedOffset(look.offset_x),
    offset_y: storedOffset(look.offset_y),
    theme: theme !== DEFAULT_LOOK.theme && theme,
    label,
    icon: icon === 'none' ? 'none' : icon === 'own' && icon_text.trim(),
  }
  return Object.fromEntries(
    Object.entries(whole).filter(([, value]) => value !== false && value !== ''),
  )
}

function cornerOf(value: unknown): WindowCorner {
  const corner = value === 'left' || value === 'right' ? `bottom-${value}` : value
  return CORNERS.find((one) => one === corner) ?? DEFAULT_LOOK.position
}

const offsetOf = (value: unknown): string =>
  (typeof value === 'number' || typeof value === 'string') && isOffset(`${value}`) ? `${value}` : ''

/** An invalid distance stays as typed: it is a change, and its field shows the error. */
const storedOffset = (text: string): string | number =>
  text !== '' && isOffset(text) ? Number(text) : text
