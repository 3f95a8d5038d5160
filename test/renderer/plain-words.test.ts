import { expect, test } from 'vitest'
import { plainWords } from '../../renderer/app/plain-words.ts'

test.each([
  ['Plain words stay.', 'Plain words stay.'],
  ['# Our offer\nBread, **fresh** and *warm*', 'Our offer Bread, fresh and warm'],
  ['See [prices](https://a.example/p) and `npm ci`', 'See prices and npm ci'],
  ['- Rye\n- Wheat\n\n> quoted', 'Rye Wheat quoted'],
  ['```sh\nnpm start\n```', 'npm start'],
  ['| Size | Price |\n|---|---|\n| Half | 2 € |', 'Size · Price Half · 2 €'],
  ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
  ['Cut within a [link](https://a.exam', 'Cut within a link'],
  ['Cut within **bold words', 'Cut within bold words'],
])('%j becomes %j', (markdown, words) => {
  expect(plainWords(markdown)).toBe(words)
})
