import type { Side } from './options.ts'

/** Parley's own colour, when neither the tag nor the assistant names one. */
const ACCENT = '#0f6b5c'

/** Gives the widget its colour and its side, which is where a line of the page's text ends. */
export function dress({ dataset, style }: HTMLElement, color = ACCENT, side?: Side): void {
  dataset['side'] = side ?? (document.dir === 'rtl' ? 'left' : 'right')
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
