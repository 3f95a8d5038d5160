import type { JsonObject } from '#contracts/scalars.ts'

/** How the chat looks on the website; what the widget reads of `widget_settings`, and of the tag. */
export interface Look {
  readonly color: string
  readonly position: 'right' | 'left'
  readonly theme: 'auto' | 'light' | 'dark'
  /** Words on the launcher; none: the bubble alone. */
  readonly label: string
}

/** What the widget does when nobody says anything. */
export const DEFAULT_LOOK: Look = {
  color: '#0c6b64',
  position: 'right',
  theme: 'auto',
  label: '',
}

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

/** Whether a text is a colour that the widget takes. */
export const isColor = (text: string): boolean => /^#([\da-f]{3}){1,2}$/i.test(text)

/** The look that is stored; a value that makes no sense is as good as none. */
export function lookOf(settings: JsonObject): Look {
  const { color, position, theme, label } = settings
  return {
    color: typeof color === 'string' && isColor(color) ? color : DEFAULT_LOOK.color,
    position: position === 'left' ? 'left' : 'right',
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    label: typeof label === 'string' ? label.slice(0, MAX_LABEL) : '',
  }
}

export const isSameLook = (one: Look, other: Look): boolean =>
  (Object.keys(one) as (keyof Look)[]).every((name) => one[name] === other[name])
