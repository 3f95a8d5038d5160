import { expect, test } from 'vitest'
import { ownText, visibleText } from '../../../server/features/email/receiving/visible-text.ts'

test('long and crafted texts take no time', () => {
  const texts = [
    '> '.repeat(200_000),
    'A: '.repeat(200_000),
    '-'.repeat(400_000),
    '\n'.repeat(400_000),
    `a:\n${'>\n'.repeat(200_000)}`,
  ]
  for (const text of texts)
    for (const read of [visibleText, ownText])
      expect(read(text).length).toBeLessThanOrEqual(text.length)
}, 5000)
