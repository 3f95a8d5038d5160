import { expect, test } from 'vitest'
import { translated } from '../../renderer/texts/server-messages.ts'

test.each([
  [
    '127.0.0.1 is a private address; the owner can allow 127.0.0.1:5678 in Settings › Network',
    /127\.0\.0\.1:5678 unter Einstellungen › Netzwerk/,
  ],
  [
    'Blocked: localhost (127.0.0.1) is a private address, and this server calls public ones only',
    /öffentliche/,
  ],
  ['No whole answer within 10 s', 'Keine ganze Antwort in 10 s.'],
  ['The receiver answered 500', 'Der Empfänger hat 500 geantwortet.'],
  ['The provider refuses the key (HTTP 401).', /weist den Schlüssel zurück \(HTTP 401\)/],
  ['gpt-5 does not answer: The connection was refused', /^gpt-5 antwortet nicht:/],
  ['It is not complete.', 'Sie ist nicht vollständig.'],
  [
    'The backup could not be made. The disk for backups is full.',
    'Die Sicherung ist nicht gelungen. Die Festplatte für Sicherungen ist voll.',
  ],
])('the server says “%s” in German, too', (sentence, german) => {
  expect(translated(sentence, 'de')).toMatch(german)
  expect(translated(sentence, 'en')).toBe(sentence)
})

test('a sentence that nobody has foreseen stays as it is', () => {
  expect(translated('The moon is made of cheese.', 'de')).toBe('The moon is made of cheese.')
})
