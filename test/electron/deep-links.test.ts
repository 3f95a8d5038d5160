import { expect, test } from 'vitest'
import { placeInCommandLine, placeOfLink } from '../../electron/deep-links.ts'

const ID = '0199b0a4-7c1e-7d3f-8a5b-1c2d3e4f5a6b'

test.each([
  ['parley://open', '/app/home'],
  ['parley://open/', '/app/home'],
  ['parley://inbox', '/app/inbox'],
  [`parley://inbox/${ID}`, `/app/inbox/${ID}`],
  [`parley://contacts/${ID}/`, `/app/contacts/${ID}`],
  ['parley://assistants/7', '/app/assistants/7'],
  ['parley://settings/models', '/app/settings/models'],
])('%s leads to %s', (link, place) => {
  expect(placeOfLink(link)).toBe(place)
})

test.each([
  'parley:',
  'parley:inbox',
  'PARLEY://inbox',
  'parley://',
  'parley:///etc/passwd',
  'parley://inbox/..',
  'parley://inbox/%2e%2e/settings',
  `parley://inbox/${ID}?send=hello`,
  `parley://inbox/${ID}#signin=secret`,
  `parley://user:word@inbox/${ID}`,
  'parley://inbox:80',
  'parley://inbox\\..\\x',
  'parley://assistants/0',
  'parley://assistants/7/try',
  'parley://assistants/99999999999999999',
  'parley://settings/models/../about',
  'parley://settings/MODELS',
  'parley://send?to=all',
  'parley://run/calc.exe',
  'parley://signin/secret',
  'parley://https://evil.example/',
  'parley://open\n--inspect',
  `parley://inbox/${'x'.repeat(300)}`,
  'https://example.com/',
  'javascript:alert(1)',
  '',
])('%j leads nowhere', (link) => {
  expect(placeOfLink(link)).toBeUndefined()
})

test('only a single link on a command line is used, and nothing else', () => {
  expect(placeInCommandLine(['parley', 'parley://inbox'])).toBe('/app/inbox')
  expect(placeInCommandLine(['parley', '--inspect=0.0.0.0', 'parley://inbox', '/etc/passwd'])).toBe(
    '/app/inbox',
  )
  expect(placeInCommandLine(['parley', 'parley://inbox', 'parley://open'])).toBeUndefined()
  expect(placeInCommandLine(['parley', '--url=parley://inbox'])).toBeUndefined()
  expect(placeInCommandLine([])).toBeUndefined()
})
