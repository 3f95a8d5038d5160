import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import { type Question, startSession } from '../../server/features/calls/live/session.ts'
import type { TurnSettings } from '../../server/features/calls/live/settings.ts'
import { joined } from '../../server/media/tone.ts'
import { speakBySentence } from '../../server/providers/speech/by-sentence.ts'
import { hearByUtterance } from '../../server/providers/speech/by-utterance.ts'
import type { Transcriber } from '../../server/providers/speech/hear.ts'
import type { Synthesizer } from '../../server/providers/speech/speak.ts'
import type { Spoken } from '../../server/providers/voice/provider.ts'
import { hearTones, toneSpeech } from '../support/tone-speech.ts'

const SETTINGS: TurnSettings = {
  endpointMs: 500,
  endsByWords: false,
  interruptMs: 300,
  canBeInterrupted: true,
  interruptWords: 0,
  waitsForCustomer: false,
  saysFillers: false,
  reengageMs: 30_000,
  silenceMs: 40_000,
  initialSilenceMs: 20_000,
  longestMs: 600_000,
}

/** Speaks tones. */
const synthesizer: Synthesizer = {
  takesFragments: false,
  open: ({ signal }) =>
    speakBySentence(async function* (text) {
      yield { pcm: toneSpeech(text, 24_000), rate: 24_000 }
    }, signal),
}

/** Hears them. A WAV header is 44 bytes; the file may lie in a larger buffer. */
const transcriber: Transcriber = {
  isStreaming: false,
  endsTurns: false,
  open: ({ rate, signal }) =>
    hearByUtterance(
      async (wav) => ({ text: hearTones(new Int16Array(Uint8Array.from(wav).buffer, 44), rate) }),
      { rate, signal },
    ),
}

interface Setting extends Partial<TurnSettings> {
  readonly hears?: boolean
  /** The player never says what it has played. */
  readonly isMute?: boolean
  readonly replies?: (question: Question) => AsyncIterable<string>
}

/** Words of an assistant, in fragments. */
async function* saying(text: string): AsyncGenerator<string> {
  for (const fragment of text.match(/.{1,7}/gs) ?? []) yield fragment
}

const GREETING = 'Hello, this is the bakery. How can I help you today?'

/** A call by hand: its browser plays what comes, and time passes when the test says so. */
function webCall({ hears = true, isMute = false, replies, ...changed }: Setting = {}) {
  let time = 5000
  let tick = () => {}
  let sequence = 0
  let microphone: Int16Array = new Int16Array(0)
  let cleared = 0
  let isPaused = false
  let queue: { frame: Int16Array; utterance: number }[] = []
  const played = new Map<number, Int16Array[]>()
  const late: number[] = []
  const told: VoiceServerMessage[] = []
  const spoken: Spoken[] = []
  const questions: Question[] = []

  const countOf = (utterance: number) => (played.get(utterance)?.length ?? 0) * 20

  function answerTo(message: VoiceServerMessage): void {
    told.push(message)
    if (message.type === 'pause') isPaused = true
    if (message.type === 'resume') isPaused = false
    if (message.type !== 'clear') return
    isPaused = false
    cleared = message.utterance
    queue = []
    if (!isMute) queueMicrotask(() => session.cleared(cleared, countOf(cleared)))
  }

  const session = startSession({
    now: () => time,
    everyTick(listener) {
      tick = listener
      return () => {
        tick = () => {}
      }
    },
    settings: { ...SETTINGS, ...changed },
    hasGreeting: true,
    synthesizer,
    voice: { voice: 'tone', language: 'en', speed: 1, stability: 0.5, similarity: 0.5 },
    transcriber: hears ? transcriber : undefined,
    listening: { languages: ['en'] },
    answer(question) {
      questions.push(question)
      if (question.cause.kind === 'greeting') return saying(GREETING)
      if (question.cause.kind === 're-engagement') return saying('Are you still there?')
      return replies?.(question) ?? saying(`You said: ${question.cause.heard}.`)
    },
    send(frame, utterance) {
      if (utterance <= cleared) late.push(utterance)
      queue.push({ frame, utterance })
    },
    tell: answerTo,
    onSpoken: (words) => spoken.push(words),
    log: { warn: () => {} },
  })

  function play(): void {
    if (isPaused) return
    const next = queue.shift()
    if (!next) return
    const frames = played.get(next.utterance) ?? []
    played.set(next.utterance, [...frames, next.frame])
    const ms = countOf(next.utterance)
    if (!isMute && ms % 100 === 0) session.played(next.utterance, ms)
  }

  function speakNow(): void {
    const samples = new Int16Array(320)
    samples.set(microphone.subarray(0, 320))
    microphone = microphone.subarray(320)
    session.hear({ sequence, samples })
    sequence += 1
  }

  return {
    session,
    told,
    spoken,
    questions,
    late,
    /** The text in what the loudspeaker played of an utterance. */
    heardOf: (utterance: number) => hearTones(joined(played.get(utterance) ?? []), 24_000),
    playedMs: countOf,
    say(text: string) {
      microphone = toneSpeech(text, 16_000)
    },
    async pass(ms: number): Promise<void> {
      const end = time + ms
      await this.until(() => time >= end)
    },
    /** Lets time pass until something is so, and fails after a minute of it. */
    async until(isSo: () => boolean): Promise<void> {
      for (let step = 0; !isSo(); step += 1) {
        if (step > 3000) throw new Error(`It never was so: ${JSON.stringify(told.slice(-5))}`)
        time += 20
        speakNow()
        play()
        tick()
        await setImmediate()
      }
    },
    heard: () => told.flatMap((each) => (each.type === 'heard' ? [each.text] : [])),
    reason: () => told.flatMap((each) => (each.type === 'ended' ? [each.reason] : []))[0],
  }
}

test('the assistant greets, hears the caller, answers, and all of it is in the transcript', async () => {
  const call = webCall()
  await call.until(() => call.heard().length === 1)
  expect(call.heardOf(1).replaceAll(' ', '')).toBe(GREETING.replaceAll(' ', ''))
  call.say('what are your opening hours')
  await call.until(() => call.heard().length === 2)
  expect(call.spoken).toEqual([
    { speaker: 'assistant', content: GREETING },
    { speaker: 'customer', content: 'what are your opening hours' },
    { speaker: 'assistant', content: 'You said: what are your opening hours.' },
  ])
  expect(call.questions[1]!.spoken).toEqual(call.spoken.slice(0, 1))
})

test('an interruption leaves in transcript and memory exactly what left the loudspeaker', async () => {
  const call = webCall()
  await call.until(() => call.playedMs(1) >= 800)
  call.say('stop please I have a question')
  await call.until(() => call.heard().length === 1)
  const [heard] = call.heard()
  expect(heard!.length).toBeLessThan(GREETING.length)
  expect(GREETING.startsWith(heard!)).toBe(true)
  expect(Math.abs(call.heardOf(1).length - heard!.length)).toBeLessThanOrEqual(1)
  await call.until(() => call.questions.length === 2)
  expect(call.questions[1]!.spoken).toEqual([{ speaker: 'assistant', content: heard }])
  expect(call.late).toEqual([])
})

test('fewer words than are asked for pause the assistant, and it goes on where it was', async () => {
  const call = webCall({ interruptWords: 9 })
  await call.until(() => call.playedMs(1) >= 480)
  call.say('stop please I have a question')
  await call.until(() => call.told.some(({ type }) => type === 'pause'))
  await call.until(() => call.told.some(({ type }) => type === 'resume'))
  await call.until(() => call.heard().length === 1)
  expect(call.heard()).toEqual([GREETING])
  expect(call.heardOf(1).replaceAll(' ', '')).toBe(GREETING.replaceAll(' ', ''))
})

test('who may not be interrupted says everything', async () => {
  const call = webCall({ canBeInterrupted: false })
  await call.until(() => call.playedMs(1) >= 480)
  call.say('stop please stop')
  await call.until(() => call.heard().length === 1)
  expect(call.heard()).toEqual([GREETING])
  expect(call.questions).toHaveLength(1)
})

test('without a player that counts, the clock says what was heard', async () => {
  const call = webCall({ isMute: true })
  await call.until(() => call.playedMs(1) >= 800)
  call.say('stop please I have a question')
  await call.until(() => call.heard().length === 1)
  expect(Math.abs(call.heardOf(1).length - call.heard()[0]!.length)).toBeLessThanOrEqual(2)
})

test('without a transcriber the assistant speaks, hears nothing, and hangs up in the end', async () => {
  const call = webCall({ hears: false })
  await call.until(() => call.heard().length === 1)
  call.say('is anybody there')
  await call.until(() => call.reason() !== undefined)
  expect(call.reason()).toBe('silence')
  expect(call.spoken.every(({ speaker }) => speaker === 'assistant')).toBe(true)
})

test('who waits for the customer says nothing before', async () => {
  const call = webCall({ waitsForCustomer: true })
  await call.pass(500)
  call.say('good morning')
  await call.until(() => call.heard().length === 1)
  expect(call.spoken[0]).toEqual({ speaker: 'customer', content: 'good morning' })
})

test('a silent caller is asked whether they are there', async () => {
  const call = webCall({ reengageMs: 3000 })
  await call.until(() => call.questions.length === 2)
  expect(call.questions[1]!.cause.kind).toBe('re-engagement')
})

test('the longest duration ends a call, after the assistant was warned', async () => {
  const call = webCall({ longestMs: 14_000, reengageMs: 3000 })
  await call.until(() => call.reason() !== undefined)
  expect(call.reason()).toBe('limit')
  expect(call.questions.at(-1)!.isEndNear).toBe(true)
})

test('an answer that fails half way is over, and the call goes on', async () => {
  const call = webCall({
    replies: async function* () {
      yield 'We are open. '
      throw new Error('the model is gone')
    },
  })
  await call.until(() => call.heard().length === 1)
  call.say('when are you open')
  await call.until(() => call.told.at(-1)?.type === 'state' && call.questions.length === 2)
  await call.until(
    () => call.told.filter((each) => each.type === 'state').at(-1)?.state === 'listening',
  )
  expect(call.reason()).toBeUndefined()
})

test('a caller who hangs up in the middle of a sentence has heard no more than that', async () => {
  const call = webCall()
  await call.until(() => call.playedMs(1) >= 800)
  call.session.hangUp()
  expect(call.reason()).toBe('customer')
  expect(call.spoken).toHaveLength(1)
  expect(call.spoken[0]!.content.length).toBeLessThan(GREETING.length)
  const count = call.told.length
  call.session.hangUp()
  call.session.played(1, 5000)
  expect(call.told).toHaveLength(count)
})

test('a muted microphone is silence', async () => {
  const call = webCall()
  await call.until(() => call.heard().length === 1)
  call.session.mute(true)
  call.say('nobody is to hear this')
  await call.pass(4000)
  expect(call.questions).toHaveLength(1)
  call.session.mute(false)
  call.say('but this they may')
  await call.until(() => call.questions.length === 2)
  expect(call.questions[1]!.cause).toEqual({ kind: 'reply', heard: 'but this they may' })
})

test('a digit ends what the assistant says', async () => {
  const call = webCall()
  await call.until(() => call.playedMs(1) >= 800)
  call.session.digit()
  await call.until(() => call.heard().length === 1)
  expect(call.heard()[0]!.length).toBeLessThan(GREETING.length)
  expect(call.playedMs(1)).toBeLessThan(1000)
})
