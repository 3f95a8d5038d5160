import type { WidgetSettings } from '#contracts/widget-settings.ts'
import type { Options, RawOptions } from './options.ts'

/** Stored settings of an operator, unvalidated. */
export type Raw = { readonly [name in keyof WidgetSettings]?: unknown }

/** Validated settings of the chat. */
export interface Settings {
  readonly theme: string
  readonly label: string | undefined
  readonly position: string | undefined
  /** Colour and offsets, unparsed. */
  readonly look: RawOptions
  readonly hasRating: boolean
  readonly hasFiles: boolean
  readonly hasSound: boolean
  readonly fallback: string | undefined
  /** Settings read by the lazy parts (`more/offers.ts`). */
  readonly raw: Raw
}

/** Combines the site's options, which take precedence, with the operator's stored settings. */
export function readSettings(options: Options, raw: Raw = {}): Settings {
  return {
    theme: text(options['theme'] ?? raw.theme) ?? 'auto',
    label: text(options['label'] ?? raw.label),
    position: text(options['position'] ?? raw.position),
    look: {
      color: text(raw.color),
      'offset-x': JSON.stringify(raw.offset_x),
      'offset-y': JSON.stringify(raw.offset_y),
      ...options,
    },
    hasRating: raw.rating !== false,
    hasFiles: raw.files !== false,
    hasSound: raw.sound === true,
    fallback: address(options['fallback'] ?? raw.fallback),
    raw,
  }
}

/** Returns the value if it is a non-blank string. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value : undefined
}

/** Returns the value if it is a URL that may be linked to. */
export function address(value: unknown): string | undefined {
  const written = text(value) ?? ''
  return /^(https?:\/\/|mailto:|tel:)/i.test(written) ? written : undefined
}
