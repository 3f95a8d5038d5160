import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { createPlayerModel } from '../../renderer/screens/calls/player-model.ts'
import type { Line } from '../../renderer/screens/calls/record-model.ts'
import { Transcript } from '../../renderer/screens/calls/transcript.tsx'
import { placedWords } from '../../renderer/screens/calls/words.ts'
import { draw } from './render.tsx'

const said = (speaker: Line['speaker'], content: string, recordedAt?: number): Line => ({
  speaker,
  content,
  recordedAt,
  name: undefined,
  after: undefined,
  timing: undefined,
})

const LINES = [
  said('assistant', 'We open at eight.', 2),
  said('customer', 'Thank you', 6),
  said('assistant', 'Bye', 8),
]

/** Ten seconds in steps of 100 ms, loud in these ranges. */
const loud = (...stretches: [from: number, to: number][]) =>
  Array.from({ length: 100 }, (_, step) =>
    stretches.some(([from, to]) => step >= from * 10 && step < to * 10) ? 0.8 : 0.02,
  )
const PEAKS = [loud([6, 7]), loud([2, 4], [8, 9])]

const timesOf = (line: Line, isRead = true) =>
  placedWords(LINES, line, { length: 10, peaks: isRead ? PEAKS : undefined }).map(
    ({ text, at }) => [text, Math.round(at * 100) / 100],
  )

test('words are spread by length over the sound of their turn, excluding the silence after it', () => {
  expect(timesOf(LINES[0]!)).toEqual([
    ['We ', 2],
    ['open ', 2.35],
    ['at ', 2.94],
    ['eight.', 3.29],
  ])
  expect(timesOf(LINES[1]!)).toEqual([
    ['Thank ', 6],
    ['you', 6.67],
  ])
})

test('until the audio is decoded, a turn lasts until the next one', () => {
  expect(timesOf(LINES[1]!, false).at(-1)).toEqual(['you', 7.33])
  expect(timesOf(said('assistant', 'Nobody knows where'))).toEqual([])
})

test('an answer that a model gave has its explanation, and other turns have none', async () => {
  const explained: number[] = []
  const lines = [LINES[0]!, LINES[1]!, { ...LINES[2]!, explanationId: 7 }]
  const player = createPlayerModel(() => lines)
  const { user } = draw(
    <Transcript
      lines={lines}
      speaking={[]}
      player={player}
      canPlay={false}
      onExplain={(id) => explained.push(id)}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Why this answer?' }))
  expect(explained).toEqual([7])
})

test('clicking a word plays from it, and the current word is highlighted', async () => {
  const model = createPlayerModel(() => LINES)
  let plays = 0
  const audio = {
    currentTime: 0,
    duration: 10,
    paused: true,
    playbackRate: 1,
    play: async () => void (plays += 1),
    pause: () => {},
  }
  model.attach(audio)
  model.handleEvent()
  model.peaks.value = PEAKS
  const { user } = draw(<Transcript lines={LINES} speaking={[]} player={model} canPlay />)
  await user.click(screen.getByText('at'))
  expect(audio.currentTime).toBeCloseTo(2.94, 2)
  expect(plays).toBe(1)
  audio.paused = false
  model.handleEvent()
  await expect.poll(() => screen.getByText('at').className).toContain('is-now')
  expect(screen.getByText('open').className).not.toContain('is-now')
})
