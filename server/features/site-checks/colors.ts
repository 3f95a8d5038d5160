import type { PageColor } from '#contracts/site-checks.ts'
import type { SitePage } from './page.ts'
import { accentsIn, firstValues, resolved, type SheetValue, variablesIn } from './sheet-colors.ts'

/** Maximum number of proposed colours. */
const MAX_COLORS = 6

/** Maximum length of a colour, characters. */
const MAX_LENGTH = 100

/** Names of CSS variables that hold a website's own colour, the most telling first. */
const VARIABLES = [
  /^--(?:[\w-]*-)?(?:brand|primary|accent)$/i,
  /^--(?:[\w-]*-)?(?:brand|primary|accent)-?(?:color|colour|500|600|main|base|bg)$/i,
  /^--(?:[\w-]*-)?(?:color|colour|theme|main|link)-?(?:color|colour|primary|brand|accent|main|link)?$/i,
]

/** Proposes colours of a page for the chat: those of its head, its manifest and its style sheets, each once. */
export function colorsOf({ markup, manifest, sheets = [] }: SitePage): PageColor[] {
  const metas = markup.elements.flatMap(({ name, attributes }) => {
    const isColor =
      name === 'meta' && /^(?:theme-color|msapplication-tilecolor)$/i.test(attributes['name'] ?? '')
    return isColor
      ? [{ value: attributes['content'] ?? '', source: attributes['name']!.toLowerCase() }]
      : []
  })
  const all = [...inlineSheets(markup), ...sheets]
  const variables = variablesIn(all)
  const named = VARIABLES.flatMap((pattern) =>
    variables.filter(({ source }) => pattern.test(source)),
  )
  const found = [...metas, ...manifestColors(manifest), ...named, ...accentsIn(all)]
  const values = firstValues(variables)
  const colors = new Map<string, PageColor>()
  for (const { value, source } of found) {
    if (colors.size === MAX_COLORS) break
    const color = hexOf(resolved(value, values))
    if (color !== undefined && isColored(color) && !colors.has(color))
      colors.set(color, { color, source })
  }
  return [...colors.values()]
}

function manifestColors(manifest: string | undefined): SheetValue[] {
  try {
    const { theme_color } = JSON.parse(manifest ?? '{}') as { theme_color?: unknown }
    return typeof theme_color === 'string' ? [{ value: theme_color, source: 'manifest' }] : []
  } catch {
    return []
  }
}

/** The page's own style sheets. */
const inlineSheets = ({ elements }: SitePage['markup']): string[] =>
  elements.flatMap(({ name, text, attributes }) => {
    if (name === 'style') return [text]
    // The variables of a whole page; those of single elements would be too many to read.
    return name === 'html' || name === 'body' ? (attributes['style'] ?? []) : []
  })

/** A colour in any usual notation as `#rrggbb`; undefined for other notations and for transparent ones. */
export function hexOf(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const value = text
    .trim()
    .toLowerCase()
    .replace(/\s*!important$/, '')
  if (/^#[\da-f]{6}$/.test(value)) return value
  if (/^#[\da-f]{3}$/.test(value)) return value.replace(/[\da-f]/g, '$&$&')
  const parts = /^(rgb|hsl)a?\(([^()]{5,50})\)$/.exec(value)
  if (!parts) return undefined
  const numbers = parts[2]!.split(/[\s,/]+/).filter((part) => part !== '')
  const [first = 0, second = 0, third = 0, alpha = 1] = numbers.map((part) =>
    Number.parseFloat(part),
  )
  if (alpha === 0 || numbers.length < 3 || [first, second, third].some(Number.isNaN))
    return undefined
  if (parts[1] === 'rgb') return hexOfRgb([first, second, third])
  return hexOfRgb(rgbOf(first, second / 100, third / 100))
}

const hexOfRgb = (channels: readonly number[]): string =>
  `#${channels
    .map((channel) =>
      Math.min(255, Math.max(0, Math.round(channel)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** Converts HSL, as CSS Color 4 does. */
function rgbOf(hue: number, saturation: number, lightness: number): number[] {
  const range = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((offset) => {
    const at = (offset + hue / 30) % 12
    return 255 * (lightness - range * Math.max(-1, Math.min(at - 3, 9 - at, 1)))
  })
}

/** True for a colour that tells a website from others: not white, black or grey. */
function isColored(hex: string): boolean {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return Math.max(...channels) - Math.min(...channels) > 24
}
