import type { WidgetSettings } from '#contracts/widget-settings.ts'
import type { Options, Wishes } from './options.ts'

/** Stored settings of an operator, which can be anything. */
export type Raw = { readonly [name in keyof WidgetSettings]?: unknown }

/** Validated settings of the chat. */
export interface Settings {
  readonly theme: string
  readonly label: string | undefined
  readonly position: string | undefined
  /** Colour and offsets, not parsed. */
  readonly look: Wishes
  readonly hasRating: boolean
  readonly hasFiles: boolean
  readonly hasSound: boolean
  readonly fallback: string | undefined
  /** Settings read by the lazy parts (`more/offers.ts`). */
  readonly raw: Raw
}

/** Reads what the site wrote on the tag, which comes first, and what the operator stored. */
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

/** A text with something in it. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() ? value : undefined
}

/** An address that a link may have. */
export function address(value: unknown): string | undefined {
  const written = text(value) ?? ''
  return /^(https?:\/\/|mailto:|tel:)/i.test(written) ? written : undefined
}
