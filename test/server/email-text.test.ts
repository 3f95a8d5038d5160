import { expect, test } from 'vitest'
import { ownText, visibleText } from '../../server/features/email/receiving/visible-text.ts'

const LONG = 'a line\n'.repeat(20)

test.each([
  [
    'Gmail',
    'Yes.\n\nOn Thu, Jan 1, 2026 at 12:00 PM Shop <a@example.com>\nwrote:\n\n> Two left.\n>\n> Ours',
  ],
  [
    'Gmail in German',
    'Ja.\n\nAm Do., 1. Jan. 2026 um 12:00 Uhr schrieb Shop <a@example.com>:\n\n> Zwei.',
  ],
  [
    'Apple Mail in French',
    'Oui.\n\nLe 1 janv. 2026 à 12:00, Shop <a@example.com> a écrit :\n\n> Deux.',
  ],
  ['a Japanese program', 'はい。\n\n2026年1月1日(木) 12:00 Shop <a@example.com>：\n> 二席。'],
  [
    'Outlook',
    'Yes.\n\n________________________________\nFrom: Shop <a@example.com>\nSent: Thursday, January 1, 2026 12:00 PM\nTo: Ana <ana@example.org>\nSubject: Table\n\nTwo left.',
  ],
  [
    'Outlook in German',
    'Ja.\n\nVon: Shop <a@example.com>\nGesendet: Donnerstag, 1. Januar 2026 12:00\nAn: Ana <ana@example.org>\nBetreff: Tisch\n\nZwei.',
  ],
  ['older programs', 'Yes.\n\n-----Original Message-----\nFrom: Shop\n\nTwo left.'],
  ['a signature', 'Yes.\n\n-- \nAna Example\n+49 30 901820'],
  ['a telephone', 'Yes.\n\nSent from my iPhone'],
  [
    'a telephone above a quote',
    'Yes.\n\nSent from my iPhone\n\n> On 1 Jan 2026, at 12:00, Shop <a@example.com> wrote:\n> Two left.',
  ],
])('quotes and signatures of %s are folded away', (_, text) => {
  expect(visibleText(text.replaceAll('\n', '\r\n'))).toMatch(/^(Yes\.|Ja\.|Oui\.|はい。)$/)
})

test.each([
  'My order: 12345\nColour: red\nSize: 42',
  'Three wishes:\n- one\n- two at 12:30',
  '> Which size?\n42.\n\n> Which colour?\nRed.',
  'Before.\n---\nAfter.',
  '> everything is quoted',
  `-- \n${LONG}`,
  'Ring me at 12:30, please:\n+49 30 901820',
])('%j is left as it is', (text) => {
  expect(visibleText(text)).toBe(text.trim())
})

const ALERT =
  'On Thu, Jan 1, 2026 at 12:00 PM Parley <a@example.com>\nwrote:\n\n> Ana waits.\n>\n> Open'

test.each([
  ['below the quote', `${ALERT}\n\nYes.`, 'Yes.'],
  ['around it', `Yes.\n\n${ALERT}\n\nAt eight.\n\n-- \nOlga`, 'Yes.\n\nAt eight.'],
  ['between its lines', '> Which size?\n42.\n\n> Which colour?\nRed.', '42.\n\nRed.'],
  ['nowhere', ALERT, ''],
  ['nowhere, from a telephone', `Sent from my iPhone\n\n${ALERT}`, ''],
  ['nowhere, in Outlook', '-----Original Message-----\nFrom: Parley\n\nAna waits.', ''],
  ['nowhere, but signed', `-- \nOlga\n\n${ALERT}`, ''],
])('an operator’s text %s comes without what it quotes', (_, text, own) => {
  expect(ownText(text)).toBe(own)
})
