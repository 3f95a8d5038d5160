import { expect, test } from 'vitest'
import { isOwn, ruleFor } from '../../electron/links.ts'

const own = 'http://127.0.0.1:4317'

test.each([
  ['http://127.0.0.1:4317/demo', 'open'],
  ['http://127.0.0.1:4317/api/docs', 'open'],
  ['https://example.com/', 'ask'],
  ['https://127.0.0.1:4317/', 'ask'],
  ['HTTPS://EXAMPLE.COM', 'ask'],
  ['http://example.com/', 'refuse'],
  ['http://127.0.0.1:4318/', 'refuse'],
  ['http://localhost:4317/', 'refuse'],
  ['http://127.0.0.1:4317@evil.example/', 'refuse'],
  ['https://bank.example@evil.example/', 'refuse'],
  ['https://:word@evil.example/', 'refuse'],
  ['file:///etc/passwd', 'refuse'],
  ['smb://server/share', 'refuse'],
  ['javascript:alert(1)', 'refuse'],
  ['data:text/html,<script>alert(1)</script>', 'refuse'],
  ['blob:http://127.0.0.1:4317/00000000-0000-0000-0000-000000000000', 'refuse'],
  ['ms-settings:', 'refuse'],
  ['ms-msdt:/id', 'refuse'],
  ['mailto:ada@example.com', 'refuse'],
  ['tel:+4930123456', 'refuse'],
  ['about:blank', 'refuse'],
  ['chrome://settings', 'refuse'],
  ['parley://open', 'refuse'],
  [`https://example.com/${'x'.repeat(2000)}`, 'refuse'],
  ['not a link', 'refuse'],
  ['', 'refuse'],
])('a window for %s: %s', (link, rule) => {
  expect(ruleFor(link, own)).toBe(rule)
})

test('before the server has started, no address is its own', () => {
  expect(ruleFor('http://127.0.0.1:4317/demo', undefined)).toBe('refuse')
  expect(isOwn('http://127.0.0.1:4317/', undefined)).toBe(false)
  expect(isOwn('data:text/html,x', 'null')).toBe(false)
})

test('an address is its own only with exactly the same origin', () => {
  expect(isOwn(`${own}/app/inbox?x#y`, own)).toBe(true)
  expect(isOwn('http://127.0.0.1.evil.example:4317/', own)).toBe(false)
  expect(isOwn('https://127.0.0.1:4317/', own)).toBe(false)
  expect(isOwn('', own)).toBe(false)
})
