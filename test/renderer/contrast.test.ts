import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const tokens = readFileSync(
  path.resolve(import.meta.dirname, '../../renderer/styles/tokens.css'),
  'utf8',
)

type Look = 'light' | 'dark'

/** The colours of the tokens that have a light and a dark value. */
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

/** Every ink with every ground that it stands on somewhere: WCAG AA for text, 4.5 to 1. */
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

/** Every shape that carries meaning (edges of fields, rings, lines of plots) with its grounds: 3 to 1. */
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

test('black on white is 21 to 1, and grey on white as everybody computes it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 1)
})

test('words can be read on every ground that they stand on, in light and in dark', () => {
  expect(tooWeak(TEXT, 4.5)).toEqual([])
})

test('edges, rings and the lines of plots can be seen', () => {
  expect(tooWeak(SHAPES, 3)).toEqual([])
})

/** Colours that have no counterpart, as they are names for others or mixtures. */
test('every pair that is used is checked: a new ink or ground belongs into a list above', () => {
  const checked = new Set([...TEXT, ...SHAPES].flat())
  const rest = [...colors.keys()].filter((name) => !checked.has(name))
  // Lines between things say nothing by themselves; `ok` is the dot beside a word.
  expect(rest).toEqual(['line', 'ai-line', 'ok', 'attention-line', 'danger-line'])
})
