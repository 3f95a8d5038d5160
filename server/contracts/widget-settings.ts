/*
 * Keys of an assistant's `widget_settings` that the chat widget understands. The API keeps whatever object it is sent,
 * so a reader takes each value alone, and an invalid one counts as absent.
 */

/** Position of the launcher; a side alone means its bottom corner. */
export type Corner = 'right' | 'left' | 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left'

/** A field of the form before the chat. What it holds becomes the variable of its name. */
export interface FormField {
  /** `name`, `email` and `phone` are the visitor's details. */
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'phone' | 'choice' | 'long'
  readonly required?: boolean
  /** Of a `choice`. */
  readonly options?: readonly string[]
}

/** A message that the chat offers by itself, once in a browser. */
export interface Invitation {
  readonly text: string
  /** Seconds on the page. */
  readonly after?: number
  /** Only on pages whose path matches; `*` stands for anything. */
  readonly path?: string
  /** Also when the pointer leaves through the top of the page. */
  readonly exit?: boolean
}

/** From and until, `HH:MM` in the assistant's timezone; `24:00` is midnight. */
export type OpenTime = readonly [from: string, until: string]

/** Office hours: seven days, Monday first; a day without times is off. */
export type OfficeHours = readonly (readonly OpenTime[])[]

/** Display settings of the widget; nothing of it is required. */
export interface WidgetSettings {
  /** `#rgb` or `#rrggbb`. */
  readonly color?: string
  readonly position?: Corner
  /** Distance from the corner, px. */
  readonly offset_x?: number
  readonly offset_y?: number
  readonly theme?: 'auto' | 'light' | 'dark'
  /** Words on the launcher. */
  readonly label?: string
  /** `none`: the words on the launcher stand alone. */
  readonly icon?: 'none'
  /** Questions to begin with. */
  readonly starters?: readonly string[]
  /** Replies offered below an answer of the assistant. */
  readonly replies?: readonly string[]
  readonly form?: readonly FormField[]
  readonly invitation?: Invitation
  readonly hours?: OfficeHours
  /** Message outside office hours, in place of the widget's default. */
  readonly away?: string
  /** True (the default) to ask for a rating at the end. */
  readonly rating?: boolean
  /** True (the default) if visitors may send files. */
  readonly files?: boolean
  /** True to play a sound for new messages unless the visitor turns it off; false by default. */
  readonly sound?: boolean
  /** Address of the website's privacy notice. */
  readonly privacy_url?: string
  /** Fallback contact when the chat is unavailable: a page address or `mailto:`. */
  readonly fallback?: string
}
