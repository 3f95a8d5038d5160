import { expect, test } from 'vitest'
import { speakableText } from '../../../server/features/calls/session/speakable-text.ts'

test.each([
  ['We are **open** from _nine_ to `five`.', 'We are open from nine to five.'],
  ['## Opening hours', 'Opening hours'],
  ['- fresh bread', 'fresh bread'],
  ['* [x] rolls', 'rolls'],
  ['> He said so.', 'He said so.'],
  ['See [our hours](https://example.com/hours).', 'See our hours.'],
  ['Write to [us](mailto:a@example.com) soon.', 'Write to us soon.'],
  [
    'Order at https://www.example.com/shop/cakes?size=2#top, please.',
    'Order at example.com, please.',
  ],
  ['More at <https://example.com>.', 'More at example.com.'],
  ['![A cake](cake.png) Nice, is it not?', 'A cake Nice, is it not?'],
  ['Thank you 😀👍🏽! ', 'Thank you!'],
  ['Flags 🇫🇷 and families 👨‍👩‍👧 too', 'Flags and families too'],
  ['| Mon | nine |\n|-----|------|\n| Tue | ten |', 'Mon, nine Tue, ten'],
  ['```\nhello\n```', 'hello'],
  ['---', ''],
  ['The first half of [a link', 'The first half of a link'],
  ['page](https://example.com/x) is cut.', 'page is cut.'],
])('%j is read out as %j', (text, spoken) => {
  expect(speakableText(text)).toBe(spoken)
})

test.each([
  'It costs 3.50 euros, or 5 * 2 = 10.',
  'Room A_12 is free; my_file.txt is not.',
  'We open at 9:30 – see you!',
  '3. Oktober ist ein Feiertag.',
  "It's 20 °C & #1 in town.",
])('%j contains nothing that would not be read out', (text) => {
  expect(speakableText(text)).toBe(text.replace(' * ', ' '))
})
