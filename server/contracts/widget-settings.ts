/*
 * Keys of an assistant's `widget_settings` that the chat widget understands. The API stores any object, so each value is read
 * independently and an invalid one counts as absent.
 */

/** Position of the launcher; a side alone means its bottom corner. */
export type Corner = 'right' | 'left' | 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left'

/** A field of the pre-chat form. Its value is stored in the variable of the same name. */
export interface FormField {
  /** `name`, `email` and `phone` are the visitor's details. */
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'phone' | 'choice' | 'long'
  readonly required?: boolean
  /** Only for `choice`. */
  readonly options?: readonly string[]
}

/** A message that the chat offers proactively, once per browser. */
export interface Invitation {
  readonly text: string
  /** Delay since the page was opened, s. */
  readonly after?: number
  /** Only on pages whose path matches; `*` is a wildcard. */
  readonly path?: string
  /** Also triggered when the pointer leaves through the top of the page. */
  readonly exit?: boolean
}

/** Opening and closing time, `HH:MM` in the assistant's timezone; `24:00` is midnight. */
export type OpenTime = readonly [from: string, until: string]

/** Office hours: seven days, Monday first; a day without times is closed. */
export type OfficeHours = readonly (readonly OpenTime[])[]

/** Display settings of the widget; all are optional. */
export interface WidgetSettings {
  /** `#rgb` or `#rrggbb`. */
  readonly color?: string
  readonly position?: Corner
  /** Distance from the corner, px. */
  readonly offset_x?: number
  readonly offset_y?: number
  readonly theme?: 'auto' | 'light' | 'dark'
  /** Label of the launcher. */
  readonly label?: string
  /** `none`: show the label only. */
  readonly icon?: 'none'
  /** Suggested opening questions. */
  readonly starters?: readonly string[]
  /** Quick replies offered below an answer of the assistant. */
  readonly replies?: readonly string[]
  readonly form?: readonly FormField[]
  readonly invitation?: Invitation
  readonly hours?: OfficeHours
  /** Message outside office hours, in place of the widget's default. */
  readonly away?: string
  /** True (the default) to ask for a rating at the end. */
  readonly rating?: boolean
  /** True (the default) to let visitors send files. */
  readonly files?: boolean
  /** True to play a sound for new messages unless the visitor turns it off; false by default. */
  readonly sound?: boolean
  /** Address of the website's privacy notice. */
  readonly privacy_url?: string
  /** Fallback contact when the chat is unavailable: a page URL or `mailto:`. */
  readonly fallback?: string
}
