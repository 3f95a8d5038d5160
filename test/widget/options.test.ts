import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dress, readableOn } from '../../widget/dress.ts'
import {
  parseColor,
  parseFlag,
  parseOrigin,
  parsePosition,
  parseUuid,
} from '../../widget/options.ts'

const anything = fc.oneof(fc.anything(), fc.string())

test('no attribute can make a parser throw', () => {
  const parsers = [parseColor, parseFlag, parseOrigin, parsePosition, parseUuid]
  fc.assert(
    fc.property(anything, (value) => {
      for (const parse of parsers) parse(value)
    }),
  )
})

test('an assistant is named by a UUID', () => {
  expect(parseUuid(' 0198C5A4-0000-7000-8000-0000000000AB ')).toBe(
    '0198c5a4-0000-7000-8000-0000000000ab',
  )
  for (const wrong of [
    '',
    '{{assistant}}',
    '42',
    undefined,
    '0198c5a4-0000-7000-8000-0000000000ab"]',
  ]) {
    expect(parseUuid(wrong)).toBeUndefined()
  }
})

test('the origin is that of the script', () => {
  expect(parseOrigin('https://chat.example.com:8443/widget.js?v=1')).toBe(
    'https://chat.example.com:8443',
  )
  expect(parseOrigin('data:text/javascript,1')).toBeUndefined()
  expect(parseOrigin('')).toBeUndefined()
})

test('colours are short or long hexadecimal, nothing else', () => {
  expect(parseColor('#F60')).toBe('#ff6600')
  expect(parseColor('#12abEF')).toBe('#12abef')
  for (const wrong of ['red', '#12345', 'url(x)', '#fff;position:fixed', {}, null]) {
    expect(parseColor(wrong)).toBeUndefined()
  }
})

test('a position that makes no sense is none', () => {
  expect(parsePosition('LEFT')).toBe('left')
  expect(parsePosition('top')).toBeUndefined()
})

test('an attribute without a value is a yes', () => {
  expect([parseFlag(''), parseFlag('true'), parseFlag('false'), parseFlag(undefined)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('text on any accent colour reaches the contrast of AA', () => {
  const color = fc
    .integer({ min: 0, max: 0xffffff })
    .map((n) => `#${n.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(color, (background) => {
      const text = readableOn(background) === '#fff' ? 1 : 0
      const [light, dark] = [luminance(background), text].sort((a, b) => b - a) as [number, number]
      expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 2000 },
  )
})

test('the tag wins over the settings, and sense over nonsense', () => {
  const element = document.createElement('div')
  dress(element, { color: 'nonsense', position: 'left' }, { color: '#fff', position: 'right' })
  expect(element.dataset['side']).toBe('left')
  expect(element.style.getPropertyValue('--accent')).toBe('#ffffff')
  expect(element.style.getPropertyValue('--on-accent')).toBe('#000')
})

test('without a wish the widget is where lines end', () => {
  const element = document.createElement('div')
  document.dir = 'rtl'
  dress(element, {})
  expect(element.dataset['side']).toBe('left')
  document.dir = ''
  dress(element, {})
  expect(element.dataset['side']).toBe('right')
})
