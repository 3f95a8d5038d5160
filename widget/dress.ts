import { parseColor, parsePosition } from './options.ts'

/** Parley's own colour, when nobody names one. */
const ACCENT = '#0c6b64'

/** Where a look may come from, most important first; each may say anything or nothing. */
export type Wishes = Readonly<Record<string, unknown>>

/** Gives a part of the widget its colour and its side, which is where a line of the page's text ends. */
export function dress({ dataset, style }: HTMLElement, tag: Wishes, settings: Wishes = {}): void {
  const color = parseColor(tag['color']) ?? parseColor(settings['color']) ?? ACCENT
  dataset['side'] =
    parsePosition(tag['position']) ??
    parsePosition(settings['position']) ??
    (document.dir === 'rtl' ? 'left' : 'right')
  style.setProperty('--accent', color)
  style.setProperty('--on-accent', readableOn(color))
}

/** Black or white, whichever reads better on a `#rrggbb` colour: at least 4.5:1, whatever the colour. */
export function readableOn(color: string): string {
  const [red, green, blue] = color
    .match(/\w\w/g)!
    .map((channel) => ((Number(`0x${channel}`) / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > 0.18 ? '#000' : '#fff'
}
