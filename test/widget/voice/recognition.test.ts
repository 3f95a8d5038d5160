import { afterEach, expect, test, vi } from 'vitest'
import { canRecognise, createRecognition } from '../../../widget/sound/recognition.ts'

/** A browser's recognition, operated by the test. */
class FakeRecogniser {
  static made: FakeRecogniser[] = []
  static onDevice = 'downloadable'
  static available = async () => FakeRecogniser.onDevice
  lang = ''
  continuous = false
  interimResults = false
  processLocally = false
  onresult: ((event: object) => void) | null = null
  onerror: ((event: object) => void) | null = null
  onend: (() => void) | null = null
  starts = 0
  isAborted = false
  constructor() {
    FakeRecogniser.made.push(this)
  }
  start() {
    this.starts += 1
  }
  abort() {
    this.isAborted = true
  }
}

afterEach(() => {
  FakeRecogniser.made = []
  FakeRecogniser.onDevice = 'downloadable'
  vi.unstubAllGlobals()
})

async function started() {
  vi.stubGlobal('webkitSpeechRecognition', FakeRecogniser)
  const words: [string, boolean][] = []
  const failed = vi.fn()
  const { start, stop } = createRecognition({
    language: 'de',
    onWords: (...said) => words.push(said),
    onFail: failed,
  })
  start()
  start()
  await expect.poll(() => FakeRecogniser.made[0]?.starts).toBe(1)
  return { words, failed, stop, recogniser: FakeRecogniser.made[0]! }
}

test('without browser support there is no recognition', () => {
  expect(canRecognise()).toBe(false)
})

test('words arrive as recognised, in the assistant’s language', async () => {
  const { words, recogniser } = await started()
  expect(canRecognise()).toBe(true)
  expect(recogniser).toMatchObject({ lang: 'de', continuous: true, interimResults: true })
  const result = (transcript: string, isFinal: boolean) => ({ isFinal, 0: { transcript } })
  recogniser.onresult!({ resultIndex: 0, results: [result('Guten', false)] })
  recogniser.onresult!({
    resultIndex: 0,
    results: [result('Guten Tag', true), result(' haben', false)],
  })
  expect(words).toEqual([
    ['Guten', false],
    ['Guten Tag', true],
    [' haben', false],
  ])
})

test('on-device recognition is requested only where the device has the language', async () => {
  expect((await started()).recogniser.processLocally).toBe(false)
  FakeRecogniser.made = []
  FakeRecogniser.onDevice = 'available'
  expect((await started()).recogniser.processLocally).toBe(true)
})

test('recognition restarts after a silence, until it is stopped', async () => {
  const { recogniser, stop } = await started()
  recogniser.onend!()
  expect(recogniser.starts).toBe(2)
  stop()
  recogniser.onend!()
  expect([recogniser.starts, recogniser.isAborted]).toEqual([2, true])
})

test('a denied or unavailable recognition is reported once; a pause is not a failure', async () => {
  const { recogniser, failed } = await started()
  recogniser.onerror!({ error: 'no-speech' })
  expect(failed).not.toHaveBeenCalled()
  recogniser.onerror!({ error: 'not-allowed' })
  recogniser.onerror!({ error: 'not-allowed' })
  recogniser.onend!()
  expect(failed).toHaveBeenCalledOnce()
  expect(recogniser.starts).toBe(1)
})
