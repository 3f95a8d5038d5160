import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyLook } from '../../widget/appearance.ts'
import { optionsOf, parseFlag } from '../../widget/options.ts'

beforeEach(() => {
  // happy-dom accepts any word as a colour.
  const isColor = (value: string) => /^(#[0-9a-f]{3,8}|red|oklch\(.+\))$/i.test(value)
  vi.stubGlobal('CSS', { supports: (_: string, value: string) => isColor(value) })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

function written(markup: string): Record<string, string> {
  const place = document.createElement('div')
  place.innerHTML = markup
  return optionsOf(place.firstElementChild!)
}

test('the tag’s data-* attributes and the element’s attributes are equivalent', () => {
  const wanted = { assistant: 'a', 'offset-x': '30' }
  expect(written('<p data-assistant="a" data-offset-x="30"></p>')).toEqual(wanted)
  expect(written('<p assistant="a" offset-x="30"></p>')).toEqual(wanted)
})

test('an attribute without a value means true', () => {
  expect([parseFlag(''), parseFlag('true'), parseFlag('false'), parseFlag(undefined)]).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a colour is anything the browser accepts as one', () => {
  for (const color of ['red', '#F60', 'oklch(60% 0.1 200)']) {
    const element = document.createElement('div')
    applyLook(element, { color })
    expect(element.style.getPropertyValue('--parley-own')).toBe(color)
  }
  for (const color of ['nonsense', '', undefined, null, 7, {}, '#fff;position:fixed', 'url(x)']) {
    const element = document.createElement('div')
    applyLook(element, { color })
    expect(element.style.getPropertyValue('--parley-own')).toBe('')
  }
})

test('an invalid new colour keeps the previous one', () => {
  const element = document.createElement('div')
  applyLook(element, { color: 'red' })
  applyLook(element, { color: 'reddish' })
  expect(element.style.getPropertyValue('--parley-own')).toBe('red')
})

test('the distance from the corner is in pixels, per axis', () => {
  const element = document.createElement('div')
  applyLook(element, { 'offset-x': 12, 'offset-y': '34' })
  expect(element.style).toMatchObject({ marginInline: '12px', marginBlock: '34px' })
})
