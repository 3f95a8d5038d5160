import { describe, expect, test } from 'vitest'
import { ageAsked, agesIn } from '../../server/language/ages.ts'
import { daysAsked, daysIn } from '../../server/language/days.ts'
import { joinSentences, sentencesOf } from '../../server/language/sentences.ts'
import { stem } from '../../server/language/stem.ts'

const week = (text: string) => [...daysIn(text).weekdays].toSorted().join('')
const dates = (text: string) => [...daysIn(text).dates].toSorted().join(' ')

describe('days', () => {
  test.each([
    ['Monday to Friday 9 – 17', '01234'],
    ['Sat–Sun 10:00 – 16:00', '56'],
    ['Mo. bis Mi. 8 Uhr', '012'],
    ['dienstags und donnerstags ab 16 Uhr', '13'],
    ['du mardi au samedi', '12345'],
    ['de lunes a viernes', '01234'],
    ['Friday to Monday', '0456'],
    ['weekdays until 15:00', '01234'],
    ['am Wochenende', '56'],
    ['tous les jours', '0123456'],
    ['The sun and the fri of a mar. That is all.', ''],
    ['We sat down', ''],
  ])('of the week in "%s"', (text, expected) => {
    expect(week(text)).toBe(expected)
  })

  test.each([
    ['24, 25 and 26 December', '12-24 12-25 12-26'],
    ['Am 24. und 31. Dezember', '12-24 12-31'],
    ['le 1er janvier', '01-01'],
    ['el 6 de enero', '01-06'],
    ['Christmas Eve', '12-24'],
    ['Heiligabend', '12-24'],
    ["on New Year's Day", '01-01'],
    ['from 29 December to 2 January', '01-01 01-02 12-29 12-30 12-31'],
    ['du 1er au 3 août', '08-01 08-02 08-03'],
    ['el día de Reyes', '01-06'],
    ['from 40 to 50 May', '05-40 05-50'],
    ['for 24 hours', ''],
  ])('of the year in "%s"', (text, expected) => {
    expect(dates(text)).toBe(expected)
  })

  test('today and tomorrow are days in the assistant’s time zone', () => {
    // A Tuesday in London, and a Wednesday in Tokyo.
    const now = new Date('2026-11-17T20:00:00Z')
    const asked = (question: string, timezone: string) => [
      ...daysAsked(question, now, timezone).weekdays,
    ]
    expect(asked('Are you open now?', 'Europe/London')).toEqual([1])
    expect(asked('Are you open now?', 'Asia/Tokyo')).toEqual([2])
    expect(asked('Habt ihr morgen offen?', 'Europe/Berlin')).toEqual([2])
    expect(asked('Was kostet der Kurs am Morgen?', 'Europe/Berlin')).toEqual([])
    expect(asked('Are you open tomorrow?', 'Europe/London')).toEqual([2])
    expect(asked('Are you open on Sunday?', 'Europe/London')).toEqual([6])
    expect(daysAsked('Are you open now?', undefined, 'UTC').weekdays.size).toBe(0)
  })
})

describe('ages', () => {
  test.each([
    ['And for my 12 year old?', 12],
    ['Darf meine Tochter mit 9 allein kommen?', 9],
    ['pour ma fille qui a 19 ans', 19],
    ['¿Y para mi mamá, que tiene 70?', 70],
    ['My son, he is 9, can he come?', 9],
    ['I am 10 minutes late?', undefined],
    ['Until 9 o’clock?', undefined],
    ['Do you have 12 of them?', undefined],
  ])('asked for in "%s"', (question, age) => {
    expect(ageAsked(question)).toBe(age)
  })

  test.each([
    ['Under 18: £8.20', [{ from: 0, to: 17 }]],
    ['(6 to 9 years)', [{ from: 6, to: 9 }]],
    ['ab 16 Jahren', [{ from: 16, to: Infinity }]],
    ['moins de 26 ans', [{ from: 0, to: 25 }]],
    ['ab 16 Uhr', []],
  ])('mentioned in "%s"', (text, ages) => {
    expect(agesIn(text)).toEqual(ages)
  })
})

test('all forms of a word have the same stem', () => {
  expect(stem('Öffnungszeiten', 'de')).toBe(stem('öffnungszeit', 'de'))
  expect(stem('cancelaciones', 'es')).toBe(stem('cancelación', 'es'))
  expect(stem('livraisons', 'fr')).toBe(stem('livraison', 'fr'))
  expect(stem('bookings', 'en')).toBe(stem('booked', 'en'))
})

test('a day before its month does not end a sentence', () => {
  expect(sentencesOf('Am 24. und 31. Dezember ist zu. Im Mai nicht.')).toEqual([
    'Am 24. und 31. Dezember ist zu.',
    'Im Mai nicht.',
  ])
  expect(sentencesOf('From the age of 14. Bring a towel.')).toHaveLength(2)
  expect(sentencesOf('Tél. 04 99 00 11 22')).toEqual(['Tél. 04 99 00 11 22'])
})

test('a code block is quoted whole, on its own lines', () => {
  const code = '```sh\nnpm ci\nnpm start. Now\n```'
  const sentences = sentencesOf(`Run this. In a terminal.\n\n${code}\n\nThen look.`)
  expect(sentences).toEqual(['Run this.', 'In a terminal.', code, 'Then look.'])
  expect(joinSentences(sentences)).toBe(`Run this. In a terminal.\n${code}\nThen look.`)
})
