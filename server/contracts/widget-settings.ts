/*
 * What the chat widget understands of an assistant's `widget_settings`. The API keeps whatever object it is sent, so a
 * reader takes each value alone, and one that makes no sense is as good as none.
 */

/** Where the launcher is; a side alone means its bottom corner. */
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

/** When people are at the desk: seven days, Monday first; a day without times is off. */
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
  /** What is said outside the hours, in place of the widget's own words. */
  readonly away?: string
  /** Whether to ask how it was at the end; true when not said. */
  readonly rating?: boolean
  /** Whether visitors may send files; true when not said. */
  readonly files?: boolean
  /** Whether a new message makes a sound until the visitor says otherwise; false when not said. */
  readonly sound?: boolean
  /** Where the website's privacy notice is. */
  readonly privacy_url?: string
  /** Where to turn when the chat cannot be had: an address of a page, or `mailto:`. */
  readonly fallback?: string
}
