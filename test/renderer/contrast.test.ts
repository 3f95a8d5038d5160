import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const tokens = readFileSync(
  path.resolve(import.meta.dirname, '../../renderer/styles/tokens.css'),
  'utf8',
)

type Look = 'light' | 'dark'

/** Colours of the tokens that have a light and a dark value. */
const colors = new Map(
  [...tokens.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name!, { light: light!, dark: dark! }],
  ),
)

function lightness(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(one: string, other: string): number {
  const [low, high] = [lightness(one), lightness(other)].sort((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

const GROUNDS = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'chip']
const INKS = ['ink', 'ink-soft', 'ink-faint', 'accent-ink', 'ai-ink']
const STATES = ['ok', 'attention', 'danger']

/** Every text colour with every background it is used on: WCAG AA for text, 4.5 to 1. */
const TEXT: [ink: string, ground: string][] = [
  ...GROUNDS.flatMap((ground) => INKS.map((ink): [string, string] => [ink, ground])),
  ...['canvas', 'surface', 'raised', 'hover'].flatMap((ground) =>
    STATES.map((state): [string, string] => [`${state}-ink`, ground]),
  ),
  ...[...STATES, 'accent', 'ai'].flatMap((state): [string, string][] => [
    [`${state}-ink`, `${state}-soft`],
    ['ink', `${state}-soft`],
  ]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['on-said', 'said'],
]

/** Every meaningful shape (field borders, focus rings, chart lines) with its backgrounds: 3 to 1. */
const SHAPES: [shape: string, ground: string][] = [
  ...['line-strong', 'accent', 'danger'].flatMap((shape) =>
    ['canvas', 'surface', 'raised'].map((ground): [string, string] => [shape, ground]),
  ),
  ...[1, 2, 3, 4, 5, 6].flatMap((number) =>
    ['canvas', 'surface'].map((ground): [string, string] => [`plot-${number}`, ground]),
  ),
]

function tooWeak(pairs: readonly [string, string][], least: number): string[] {
  return (['light', 'dark'] as const).flatMap((look: Look) =>
    pairs.flatMap(([front, back]) => {
      const ratio = contrast(colors.get(front)![look], colors.get(back)![look])
      return ratio < least ? [`${look}: ${front} on ${back} is ${ratio.toFixed(2)}`] : []
    }),
  )
}

test('black on white is 21 to 1, and a grey on white matches the published value', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 1)
})

test('text is readable on every background it is used on, in light and dark', () => {
  expect(tooWeak(TEXT, 4.5)).toEqual([])
})

test('borders, focus rings and chart lines are visible', () => {
  expect(tooWeak(SHAPES, 3)).toEqual([])
})

/** Colours without a pair of their own, being aliases or mixtures. */
test('every pair in use is checked: a new text colour or background belongs in a list above', () => {
  const checked = new Set([...TEXT, ...SHAPES].flat())
  const rest = [...colors.keys()].filter((name) => !checked.has(name))
  // Divider lines carry no meaning; `ok` is the dot beside a word.
  expect(rest).toEqual(['line', 'ai-line', 'ok', 'attention-line', 'danger-line'])
})
