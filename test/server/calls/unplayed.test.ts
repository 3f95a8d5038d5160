import { expect, test } from 'vitest'
import { createUnplayed } from '../../../server/features/calls/web/unplayed.ts'

/** Ten frames of each of two utterances. */
function afterTwenty() {
  const unplayed = createUnplayed()
  for (const utterance of [1, 2])
    for (let sequence = 0; sequence < 10; sequence += 1)
      unplayed.sent({ utterance, sequence, bytes: new ArrayBuffer(0) })
  const places = (received?: { utterance: number; sequence: number }) =>
    unplayed.after(received).map(({ utterance, sequence }) => `${utterance}.${sequence}`)
  return { unplayed, places }
}

test('unreceived frames are resent, in order', () => {
  const { places } = afterTwenty()
  expect(places({ utterance: 1, sequence: 8 }).slice(0, 3)).toEqual(['1.9', '2.0', '2.1'])
  expect(places({ utterance: 2, sequence: 9 })).toEqual([])
  expect(places()).toHaveLength(20)
})

test('played or dropped frames are not resent', () => {
  const { unplayed, places } = afterTwenty()
  unplayed.played(1, 165)
  expect(places().slice(0, 2)).toEqual(['1.8', '1.9'])
  unplayed.played(2, 40)
  expect(places()[0]).toBe('2.2')
  unplayed.cleared(2)
  expect(places()).toEqual([])
})

test('no more than ten seconds are kept', () => {
  const { unplayed, places } = afterTwenty()
  for (let sequence = 0; sequence < 495; sequence += 1)
    unplayed.sent({ utterance: 3, sequence, bytes: new ArrayBuffer(0) })
  expect(places()).toHaveLength(500)
  expect(places()[0]).toBe('2.5')
})
