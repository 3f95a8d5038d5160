import { expect, test } from 'vitest'
import { createSpeechInput } from '../../../server/features/calls/session/speech-input.ts'
import { joined } from '../../../server/media/tone.ts'
import { hearTones, toneSpeech } from '../../support/tone-speech.ts'

/** A speech input, and the audio it has passed on. */
function ear({ isStreaming = true, listens = true } = {}) {
  const heard: { pcm: Int16Array; at: number }[] = []
  const voices: boolean[] = []
  const { push, mute } = createSpeechInput({
    transcriber: { isStreaming },
    hearing: {
      push: (frame) => heard.push(frame),
      finish: () => {},
      reopen: () => {},
      events: (async function* () {})(),
    },
    isPlaying: () => false,
    listensNow: () => listens,
    onVoice: (isOn) => voices.push(isOn),
  })
  return {
    push,
    mute,
    voices,
    places: () => heard.map(({ at }) => at / 20),
    text: () => hearTones(joined(heard.map(({ pcm }) => pcm)), 16_000),
    isSilent: (place: number) => heard[place]!.pcm.every((sample) => sample === 0),
  }
}

/** The frames of a text. */
function framesOf(text: string) {
  const sound = toneSpeech(text, 16_000)
  return Array.from({ length: sound.length / 320 }, (_, sequence) => ({
    sequence,
    samples: sound.subarray(sequence * 320, (sequence + 1) * 320),
  }))
}

test('lost frames become silence of their length, so that timing is preserved', () => {
  const { push, places, isSilent } = ear()
  const frames = framesOf('good morning')
  for (const frame of [...frames.slice(0, 8), ...frames.slice(11)]) push(frame)
  expect(places()).toEqual(frames.map(({ sequence }) => sequence))
  expect(frames.map((_, place) => place).filter(isSilent)).toEqual([8, 9, 10])
})

test('late and duplicate frames are dropped, and the others keep their order', () => {
  const { push, places, text } = ear()
  const frames = framesOf('good morning')
  for (const frame of frames.slice(0, 12)) push(frame)
  for (const frame of [frames[3]!, frames[11]!]) push(frame)
  for (const frame of frames.slice(12)) push(frame)
  expect(places()).toEqual(frames.map(({ sequence }) => sequence))
  expect(text()).toBe('good morning')
})

test('a long gap is filled with ten seconds of silence at most', () => {
  const { push, places } = ear()
  const [frame] = framesOf('hm')
  push(frame!)
  push({ ...frame!, sequence: 90_000 })
  expect(places()).toHaveLength(502)
  expect(places().at(-1)).toBe(90_000)
})

test('a service that takes only whole utterances receives speech from its start', () => {
  const { push, text, voices } = ear({ isStreaming: false })
  const silence = new Int16Array(320)
  for (let sequence = 0; sequence < 100; sequence += 1) push({ sequence, samples: silence })
  for (const { sequence, samples } of framesOf('good morning'))
    push({ sequence: sequence + 100, samples })
  for (let sequence = 124; sequence < 150; sequence += 1) push({ sequence, samples: silence })
  expect(text()).toBe('good morning')
  expect(voices).toEqual([true, false])
})

test('speech is not passed on while the call is not listening', () => {
  const { push, places, voices } = ear({ listens: false })
  for (const frame of framesOf('good morning')) push(frame)
  expect(places()).toEqual([])
  expect(voices).toEqual([true])
})
