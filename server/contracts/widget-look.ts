import type { JsonObject } from './scalars.ts'
import type { Corner } from './widget-settings.ts'

/** A corner of the window. */
export type WindowCorner = Exclude<Corner, 'left' | 'right'>

/** Look of the launcher and the chat; numbers as typed. */
export interface Look {
  readonly color: string
  readonly position: WindowCorner
  /** Offset from the corner, px; empty for the default. */
  readonly offset_x: string
  readonly offset_y: string
  readonly theme: 'auto' | 'light' | 'dark'
  /** Label of the launcher; empty shows only the icon. */
  readonly label: string
  readonly icon: 'bubble' | 'own' | 'none'
  /** One or two characters as a custom icon. */
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

/** The corners in visual order. */
export const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const

/** Maximum length of the launcher's label, characters. */
export const MAX_LABEL = 40

/** Largest offset of the launcher from its corner, px. */
export const MAX_OFFSET = 500

/** Reports whether a text is a colour that the widget accepts. */
export const isColor = (text: string): boolean => /^#([\da-f]{3}){1,2}$/i.test(text)

/** Reports whether a text is a distance that the widget accepts; an empty one is the default. */
export const isOffset = (text: string): boolean => /^\d{0,3}$/.test(text) && +text <= MAX_OFFSET

/** Number of user-perceived characters: a flag or family emoji counts as one. */
export const charactersOf = (text: string): number => [...new Intl.Segmenter().segment(text)].length

/** Parses the stored look; invalid values are replaced by defaults. */
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

/** Converts the look for storage; defaults are omitted. */
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

/** An invalid offset is kept as typed: it counts as a change, and its field shows the error. */
const storedOffset = (text: string): string | number =>
  text !== '' && isOffset(text) ? Number(text) : text
