import { screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { createPlayerModel } from '../../renderer/screens/calls/player-model.ts'
import type { Line } from '../../renderer/screens/calls/record-model.ts'
import { Transcript } from '../../renderer/screens/calls/transcript.tsx'
import { Waveform } from '../../renderer/screens/calls/waveform.tsx'
import { wavFile } from '../../server/media/wav.ts'
import { draw } from './render.tsx'

const said = (changes: Partial<Line>): Line => ({
  speaker: 'assistant',
  name: undefined,
  content: 'We open at eight.',
  after: 3,
  recordedAt: 3,
  timing: undefined,
  ...changes,
})

/** A player with a ten-second recording. */
function player(lines: readonly Line[] = []) {
  const model = createPlayerModel(() => lines)
  const audio = { currentTime: 0, duration: 10, paused: true, playbackRate: 1 }
  model.attach({ ...audio, play: async () => {}, pause: () => {} })
  model.handleEvent()
  return model
}

test('an answer explains how it was made, and operators are named', async () => {
  const timing = { heard_ms: 520, thought_ms: null, sound_ms: 840 }
  const lines = [said({ timing }), said({ speaker: 'operator', name: 'Bea', content: 'Hello' })]
  const { user } = draw(<Transcript lines={lines} speaking={[]} player={player(lines)} canPlay />)
  screen.getByText('Bea')
  await user.click(screen.getByRole('button', { name: /^First sound after 840 ms/ }))
  const rows = [...screen.getByText('Understood').closest('dl')!.children]
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Understood520 ms',
    'First word–',
    'First sound840 ms',
  ])
})

test('a recording is drawn once with one line per channel, and clicking it seeks there', async () => {
  const loud = Int16Array.from({ length: 16_000 }, () => 20_000)
  const file = wavFile({ encoding: 'pcm16', rate: 16_000, channels: 2 }, [loud, loud])
  let asked = 0
  const fetch = async () => {
    asked += 1
    return new Response(Uint8Array.from(file))
  }
  const model = player()
  const { container } = draw(<Waveform desk={{ fetch }} model={model} path="/recordings/x.wav" />)
  await expect.poll(() => container.querySelectorAll('path').length).toBe(2)
  const drawn = container.querySelector('path')
  const wave = container.querySelector('.waveform')!
  wave.getBoundingClientRect = () => new DOMRect(100, 0, 400, 80)
  wave.dispatchEvent(new PointerEvent('pointerdown', { clientX: 300, bubbles: true }))
  expect(model.at.value).toBe(5)
  await expect
    .poll(() => container.querySelector<HTMLElement>('.waveform-now')!.style.insetInlineStart)
    .toBe('50%')
  expect(container.querySelector('path')).toBe(drawn)
  expect(asked).toBe(1)
})
