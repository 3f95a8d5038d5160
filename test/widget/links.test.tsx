import fc from 'fast-check'
import { render } from 'preact'
import { expect, test } from 'vitest'
import { linked } from '../../widget/more/linked.tsx'
import { splitLinks } from '../../widget/more/links.ts'

const links = (text: string) => splitLinks(text).filter((_, index) => index % 2 === 1)

function draw(text: string): HTMLElement {
  const place = document.createElement('div')
  render(<p>{linked(text)}</p>, place)
  return place.querySelector('p')!
}

test('web addresses are found in a sentence without its punctuation', () => {
  expect(links('See https://a.example/x?y=1#z, or (http://b.example).')).toEqual([
    'https://a.example/x?y=1#z',
    'http://b.example',
  ])
  expect(links('**https://a.example/b**!')).toEqual(['https://a.example/b'])
})

test('brackets belong to an address only as a pair', () => {
  expect(links('(https://a.example/Tree_(plant))')).toEqual(['https://a.example/Tree_(plant)'])
})

test('only http and https become links', () => {
  const texts = [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example',
    'a.example',
    'https://',
  ]
  for (const text of texts) expect(links(text)).toEqual([])
})

test('a link opens in a new tab and sends the other site no referrer', () => {
  const link = draw('https://a.example').querySelector('a')!
  expect(link.getAttribute('href')).toBe('https://a.example')
  expect(link.target).toBe('_blank')
  // This implies noopener.
  expect(link.rel).toBe('noreferrer')
})

test.each([
  'https://bank.example@evil.example',
  'https://b\u0430nk.example/x',
  'https://bank.example\u202emoc.live/',
])('L18 %j, whose text does not start with its destination, is not linked', (text) => {
  expect(links(text)).toEqual([])
})

test('L18 surrounding bidi characters cannot reverse an address', () => {
  expect(draw('\u202e https://moc.knab.example').querySelector('a')!.dir).toBe('auto')
})

test('markup stays text', () => {
  const text = '<img src=x onerror=alert(1)> <script>1</script> &lt;b&gt; [a](javascript:1)'
  const place = draw(text)
  expect(place.textContent).toBe(text)
  expect(place.children).toHaveLength(0)
})

test('detecting links neither loses nor changes text', () => {
  const piece = fc.constantFrom('https://', 'http://a.b/', '(', ')', '.', ' ', '"', 'é', '👍', '\n')
  const text = fc
    .array(fc.oneof(piece, fc.string()), { maxLength: 30 })
    .map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, (written) => {
      expect(splitLinks(written).join('')).toBe(written)
      for (const link of links(written)) expect(link).toMatch(/^https?:\/\/\S+$/i)
    }),
  )
})

test('a long text of partial addresses is parsed instantly', () => {
  const before = performance.now()
  splitLinks('https://a('.repeat(200))
  splitLinks(`https://${'.'.repeat(2000)}`)
  expect(performance.now() - before).toBeLessThan(100)
})
