import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import { createRecorder } from '../../../server/features/calls/session/recorder.ts'
import { startSession } from '../../../server/features/calls/session/session.ts'
import type { TurnSettings } from '../../../server/features/calls/session/settings.ts'
import type { Question } from '../../../server/features/calls/session/thoughts.ts'
import { type Ambience, createAmbience } from '../../../server/media/mix.ts'
import { joined } from '../../../server/media/tone.ts'
import { readWav } from '../../../server/media/wav.ts'
import type { Spoken, Timing } from '../../../server/providers/voice/provider.ts'
import { toneSynthesizer, toneTranscriber } from '../../support/tone-services.ts'
import { hearTones, toneSpeech } from '../../support/tone-speech.ts'

const SETTINGS: TurnSettings = {
  endpointMs: 500,
  endsByWords: false,
  interruptMs: 300,
  canBeInterrupted: true,
  interruptWords: 0,
  saysFillers: false,
  reengageMs: 30_000,
  silenceMs: 40_000,
  initialSilenceMs: 20_000,
  longestMs: 600_000,
}

interface Setting extends Partial<TurnSettings> {
  readonly hears?: boolean
  /** The player never reports its position. */
  readonly isMute?: boolean
  readonly ambience?: Ambience
  readonly records?: boolean
  /** The customer speaks first. */
  readonly waits?: boolean
  readonly replies?: (question: Question) => AsyncGenerator<string, boolean>
  readonly stored?: () => Promise<void>
}

/** An assistant's words, in fragments. */
async function* saying(text: string, isLast = false): AsyncGenerator<string, boolean> {
  for (const fragment of text.match(/.{1,7}/gs) ?? []) yield fragment
  return isLast
}

const GREETING = 'Hello, this is the bakery. How can I help you today?'

/** A call driven by the test: its browser plays what arrives, and time advances on request. */
function webCall({
  hears = true,
  isMute = false,
  ambience,
  records = false,
  waits = false,
  replies,
  stored,
  ...changed
}: Setting = {}) {
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
  const places: (number | undefined)[] = []
  const timings: (Timing | undefined)[] = []
  const recorded: Uint8Array[] = []
  const questions: Question[] = []
  /** The transcript known at the time of each question. */
  const known: Spoken[][] = []

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

  const recorder = records
    ? createRecorder({
        now: () => time,
        begin: () => ({
          append: (bytes) => recorded.push(bytes),
          end: async (header) => void recorded.unshift(header),
        }),
        ambience: ambience ? createAmbience('cafe', 1, 16_000) : undefined,
      })
    : undefined

  const session = startSession({
    now: () => time,
    everyTick(listener) {
      tick = listener
      return () => {
        tick = () => {}
      }
    },
    settings: { ...SETTINGS, ...changed },
    hasOpening: !waits,
    synthesizer: toneSynthesizer,
    voice: { voice: 'tone', language: 'en', speed: 1, stability: 0.5, similarity: 0.5 },
    transcriber: hears ? toneTranscriber : undefined,
    listening: { languages: ['en'] },
    answer(question) {
      questions.push(question)
      known.push([...spoken])
      if (question.cause.kind === 'greeting') return saying(GREETING)
      if (question.cause.kind === 're-engagement') return saying('Are you still there?')
      return replies?.(question) ?? saying(`You said: ${question.cause.heard}.`)
    },
    ambience,
    recorder,
    filler: () => 'One moment.',
    send(frame, utterance) {
      if (utterance > 0 && utterance <= cleared) late.push(utterance)
      queue.push({ frame, utterance })
    },
    notify: answerTo,
    onSpoken({ timing, ...words }, place) {
      spoken.push(words)
      timings.push(timing)
      places.push(place)
    },
    stored,
    log: { warn: () => {} },
  })

  function play(): void {
    // Like the real player: background audio yields to utterances, and continues during a pause.
    const speech = isPaused ? -1 : queue.findIndex(({ utterance }) => utterance > 0)
    const at = speech === -1 ? queue.findIndex(({ utterance }) => utterance === 0) : speech
    const [next] = at === -1 ? [] : queue.splice(at, 1)
    if (!next) return
    const frames = played.get(next.utterance) ?? []
    played.set(next.utterance, [...frames, next.frame])
    const ms = countOf(next.utterance)
    if (next.utterance > 0 && !isMute && ms % 100 === 0) session.played(next.utterance, ms)
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
    known,
    late,
    /** Positions of what was said in the recording, ms. */
    places,
    /** Timings of the answers. */
    timings,
    /** The recording: the caller's and the assistant's channel. */
    async recording() {
      await recorder!.end()
      const { rate, samples } = readWav(Buffer.concat(recorded))
      expect(rate).toBe(16_000)
      const [caller, assistant] = samples as [Int16Array, Int16Array]
      return { caller, assistant }
    },
    /** Drops the microphone's next `count` frames. */
    loseFrames(count: number) {
      sequence += count
    },
    /** The text in the loudspeaker's output for an utterance. */
    heardOf: (utterance: number) => hearTones(joined(played.get(utterance) ?? []), 24_000),
    playedMs: countOf,
    /** Loudness of the loudspeaker's output for an utterance: root mean square, 16-bit. */
    levelOf(utterance: number) {
      const pcm = joined(played.get(utterance) ?? [])
      return Math.sqrt(pcm.reduce((sum, sample) => sum + sample ** 2, 0) / pcm.length)
    },
    say(text: string) {
      microphone = toneSpeech(text, 16_000)
    },
    async pass(ms: number): Promise<void> {
      const end = time + ms
      await this.until(() => time >= end)
    },
    /** Advances time until a condition holds; fails after a minute. */
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

test('the assistant greets, hears the caller and answers, and the transcript has all of it', async () => {
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
  expect(call.known[1]).toEqual(call.spoken.slice(0, 2))
})

test('an answer has its timings: when the caller was understood, its first word and its first sound', async () => {
  let think = () => {}
  const thinking = new Promise<void>((resolve) => {
    think = resolve
  })
  const call = webCall({
    replies: async function* () {
      await thinking
      return yield* saying('We open at eight.')
    },
  })
  await call.until(() => call.heard().length === 1)
  call.say('when do you open')
  await call.until(() => call.questions.length === 2)
  await call.pass(600)
  think()
  await call.until(() => call.heard().length === 2)
  const [greeting, question, answer] = call.timings
  expect([greeting, question]).toEqual([undefined, undefined])
  // The silence after which a turn is over.
  expect(answer!.heardMs).toBeGreaterThanOrEqual(500)
  expect(answer!.heardMs).toBeLessThan(600)
  expect(answer!.thoughtMs! - answer!.heardMs).toBeGreaterThanOrEqual(580)
  expect(answer!.thoughtMs! - answer!.heardMs).toBeLessThan(700)
  expect(answer!.soundMs).toBeGreaterThanOrEqual(answer!.thoughtMs!)
  expect(answer!.soundMs! - answer!.thoughtMs!).toBeLessThan(200)
})

test('an answer is heard only once the question is stored', async () => {
  let commit = () => {}
  const committed = new Promise<void>((resolve) => {
    commit = resolve
  })
  const call = webCall({ waits: true, saysFillers: true, stored: () => committed })
  call.say('when do you open')
  await call.until(() => call.questions.length === 1)
  await call.pass(2000)
  expect(call.told.some(({ type }) => type === 'utterance')).toBe(false)
  commit()
  await call.until(() => call.heard().length === 1)
  expect(call.heard()[0]).toContain('You said: when do you open.')
})

test('an interruption leaves exactly what left the loudspeaker in transcript and memory', async () => {
  const call = webCall()
  await call.until(() => call.playedMs(1) >= 800)
  call.say('stop please I have a question')
  await call.until(() => call.heard().length === 1)
  const [heard] = call.heard()
  expect(heard!.length).toBeLessThan(GREETING.length)
  expect(GREETING.startsWith(heard!)).toBe(true)
  expect(Math.abs(call.heardOf(1).length - heard!.length)).toBeLessThanOrEqual(1)
  await call.until(() => call.questions.length === 2)
  expect(call.known[1]!.slice(0, 1)).toEqual([
    { speaker: 'assistant', content: heard, isCut: true },
  ])
  expect(call.known[1]!.map(({ speaker }) => speaker)).toEqual(['assistant', 'customer'])
  expect(call.late).toEqual([])
})

test('too few words only pause the assistant, which then resumes where it was', async () => {
  const call = webCall({ interruptWords: 9 })
  await call.until(() => call.playedMs(1) >= 480)
  call.say('stop please I have a question')
  await call.until(() => call.told.some(({ type }) => type === 'pause'))
  await call.until(() => call.told.some(({ type }) => type === 'resume'))
  await call.until(() => call.heard().length === 1)
  expect(call.heard()).toEqual([GREETING])
  expect(call.heardOf(1).replaceAll(' ', '')).toBe(GREETING.replaceAll(' ', ''))
})

test('an assistant that may not be interrupted says everything', async () => {
  const call = webCall({ canBeInterrupted: false })
  await call.until(() => call.playedMs(1) >= 480)
  call.say('stop please stop')
  await call.until(() => call.heard().length === 1)
  expect(call.heard()).toEqual([GREETING])
  expect(call.questions).toHaveLength(1)
})

test('with a player that reports no position, the clock determines what was heard', async () => {
  const call = webCall({ isMute: true })
  await call.until(() => call.playedMs(1) >= 800)
  call.say('stop please I have a question')
  await call.until(() => call.heard().length === 1)
  expect(Math.abs(call.heardOf(1).length - call.heard()[0]!.length)).toBeLessThanOrEqual(2)
})

test('without a transcriber the assistant speaks, hears nothing, and finally hangs up', async () => {
  const call = webCall({ hears: false })
  await call.until(() => call.heard().length === 1)
  call.say('is anybody there')
  await call.until(() => call.reason() !== undefined)
  expect(call.reason()).toBe('silence')
  expect(call.spoken.every(({ speaker }) => speaker === 'assistant')).toBe(true)
})

test('an assistant that waits for the customer says nothing before', async () => {
  const call = webCall({ waits: true })
  await call.pass(500)
  call.say('good morning')
  await call.until(() => call.heard().length === 1)
  expect(call.spoken[0]).toEqual({ speaker: 'customer', content: 'good morning' })
})

test('a caller who speaks from the very start is heard', async () => {
  const call = webCall({ waits: true })
  call.say('good morning')
  await call.until(() => call.heard().length === 1)
  expect(call.spoken[0]).toEqual({ speaker: 'customer', content: 'good morning' })
})

test('a silent caller is asked whether they are there', async () => {
  const call = webCall({ reengageMs: 3000 })
  await call.until(() => call.questions.length === 2)
  expect(call.questions[1]!.cause.kind).toBe('re-engagement')
})

test('the maximum duration ends a call, after a warning to the assistant', async () => {
  const call = webCall({ longestMs: 14_000, reengageMs: 3000 })
  await call.until(() => call.reason() !== undefined)
  expect(call.reason()).toBe('limit')
  expect(call.questions.at(-1)!.isEndNear).toBe(true)
})

test('a call whose balance runs out ends in time, after the assistant was told', async () => {
  const call = webCall({ reengageMs: 3000 })
  await call.until(() => call.heard().length === 1)
  call.session.endIn(12_000)
  let passed = 0
  for (; call.reason() === undefined; passed += 20) await call.pass(20)
  expect(call.reason()).toBe('limit')
  expect(passed).toBeGreaterThan(11_000)
  expect(passed).toBeLessThanOrEqual(12_100)
  expect(call.questions.at(-1)!.isEndNear).toBe(true)
})

test('an answer that fails midway ends, and the call continues', async () => {
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

test('a caller who hangs up mid-sentence has heard no more than that', async () => {
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

test('a digit interrupts the assistant', async () => {
  const call = webCall()
  await call.until(() => call.playedMs(1) >= 800)
  call.session.digit()
  await call.until(() => call.heard().length === 1)
  expect(call.heard()[0]!.length).toBeLessThan(GREETING.length)
  expect(call.playedMs(1)).toBeLessThan(1000)
})

test('the call ends once the last words have been heard', async () => {
  const call = webCall({ replies: () => saying('Goodbye, and thank you for calling.', true) })
  await call.until(() => call.heard().length === 1)
  call.say('that is all thank you')
  await call.until(() => call.reason() !== undefined)
  expect(call.reason()).toBe('assistant')
  expect(call.heard()[1]).toBe('Goodbye, and thank you for calling.')
})

test('a caller who goes on is sent on in two parts, and answered together', async () => {
  const call = webCall({
    replies: async function* ({ cause, signal }) {
      if (cause.kind === 'reply' && !cause.heard.includes('bread'))
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      yield 'Yes.'
      return false
    },
  })
  await call.until(() => call.heard().length === 1)
  call.say('do you have')
  await call.until(() => call.questions.length === 2)
  call.say('fresh bread')
  await call.until(() => call.heard().length === 2)
  expect(call.questions[2]!.cause).toEqual({ kind: 'reply', heard: 'do you have fresh bread' })
  expect(call.spoken.slice(1, 3).map(({ content }) => content)).toEqual([
    'do you have',
    'fresh bread',
  ])
})

test('typed text interrupts the assistant, is answered, and is not passed on again', async () => {
  const call = webCall()
  await call.until(() => call.playedMs(1) >= 800)
  call.session.typed('how much is a loaf')
  await call.until(() => call.questions.length === 2)
  expect(call.questions[1]!.cause).toEqual({ kind: 'reply', heard: 'how much is a loaf' })
  await call.until(() => call.heard().length === 2)
  expect(call.spoken.map(({ speaker }) => speaker)).toEqual(['assistant', 'assistant'])
})

test('background sound is audible between words, at its configured level, and is not taken for speech', async () => {
  const [loud, soft] = [1, 0.5].map((volume) =>
    webCall({ ambience: createAmbience('cafe', volume, 24_000) }),
  ) as [ReturnType<typeof webCall>, ReturnType<typeof webCall>]
  for (const call of [loud, soft]) {
    await call.until(() => call.heard().length === 1)
    await call.pass(3000)
    expect(call.playedMs(0)).toBeGreaterThan(2900)
    expect(call.heardOf(1).replaceAll(' ', '')).toBe(GREETING.replaceAll(' ', ''))
    expect(call.heard()).toEqual([GREETING])
  }
  // 26 dB below speech, by its noise level.
  expect(loud.levelOf(0)).toBeGreaterThan(80)
  expect(loud.levelOf(0)).toBeLessThan(330)
  expect(loud.levelOf(0) / soft.levelOf(0)).toBeCloseTo(2, 1)

  const silent = webCall()
  await silent.until(() => silent.heard().length === 1)
  await silent.pass(3000)
  expect(silent.playedMs(0)).toBe(0)
})

test('the background sound continues while the assistant waits for words', async () => {
  const call = webCall({ ambience: createAmbience('cafe', 1, 24_000), interruptWords: 9 })
  await call.until(() => call.playedMs(1) >= 800)
  call.say('stop please I have a question')
  await call.until(() => call.told.some(({ type }) => type === 'pause'))
  const before = call.playedMs(0)
  await call.pass(400)
  expect(call.told.some(({ type }) => type === 'resume')).toBe(false)
  expect(call.playedMs(0) - before).toBeGreaterThan(300)
  await call.until(() => call.told.some(({ type }) => type === 'resume'))
  await call.until(() => call.heard().length === 1)
  expect(call.heard()).toEqual([GREETING])
})

/** Start of the first sound in a channel, ms. */
const firstSound = (pcm: Int16Array): number =>
  pcm.findIndex((sample) => Math.abs(sample) > 3000) / 16

/** The resampling filter ends a millisecond early, which may cost half of the last character. */
function expectSaid(pcm: Int16Array, text: string): void {
  const [heard, whole] = [hearTones(pcm, 16_000), text].map((each) => each.replaceAll(' ', ''))
  expect(whole!.startsWith(heard!)).toBe(true)
  expect(heard!.length).toBeGreaterThanOrEqual(whole!.length - 1)
}

test('a recording has both sides in their positions, with the caller on the left', async () => {
  const call = webCall({ records: true })
  await call.until(() => call.heard().length === 1)
  await call.pass(1000)
  call.say('when do you open')
  await call.until(() => call.heard().length === 2)
  await call.pass(500)
  const { caller, assistant } = await call.recording()
  expect(caller).toHaveLength(assistant.length)
  expect(hearTones(caller, 16_000)).toBe('when do you open')
  // The greeting starts within the first frames; each side starts at its recorded position.
  expect(firstSound(assistant)).toBeLessThan(200)
  const [greeting, question, answer] = call.places as [number, number, number]
  expect(Math.abs(greeting - firstSound(assistant))).toBeLessThan(100)
  expect(Math.abs(question - firstSound(caller))).toBeLessThan(100)
  const behind = Math.round((answer - 100) * 16)
  expectSaid(assistant.subarray(0, behind), GREETING)
  expectSaid(assistant.subarray(behind), 'You said: when do you open.')
  expect(Math.abs(firstSound(assistant.subarray(behind)) - 100)).toBeLessThan(100)
})

test('speech cut off by an interruption is not in the recording', async () => {
  const call = webCall({ records: true })
  await call.until(() => call.playedMs(1) >= 800)
  call.say('stop please I have a question')
  await call.until(() => call.questions.length === 2)
  call.session.hangUp()
  const { assistant } = await call.recording()
  const said = hearTones(assistant, 16_000)
  expect(GREETING.replaceAll(' ', '').startsWith(said.replaceAll(' ', ''))).toBe(true)
  expect(Math.abs(said.length - call.heardOf(1).length)).toBeLessThanOrEqual(1)
})

test('lost frames leave a gap in the recording, and a muted microphone silence', async () => {
  const call = webCall({ records: true, waits: true })
  call.say('one')
  await call.pass(400)
  call.loseFrames(50)
  call.session.mute(true)
  call.say('nobody is to hear this')
  await call.pass(1600)
  call.session.mute(false)
  call.say('two')
  await call.pass(200)
  const { caller } = await call.recording()
  expect(hearTones(caller, 16_000)).toBe('onetwo')
})

test('the background sound is in the recording, too', async () => {
  const levelOf = async (ambience?: Ambience) => {
    const call = webCall({ records: true, ...(ambience && { ambience }) })
    await call.until(() => call.heard().length === 1)
    await call.pass(2000)
    const { assistant } = await call.recording()
    const end = assistant.subarray(-8000)
    return Math.sqrt(end.reduce((sum, sample) => sum + sample ** 2, 0) / end.length)
  }
  expect(await levelOf()).toBe(0)
  expect(await levelOf(createAmbience('cafe', 1, 24_000))).toBeGreaterThan(80)
})

/** An answer that takes this long. */
const after = (isDue: () => boolean) =>
  async function* (): AsyncGenerator<string, boolean> {
    while (!isDue()) await setImmediate()
    yield 'From nine to five.'
    return false
  }

test('a late answer is preceded by a filler', async () => {
  for (const saysFillers of [true, false]) {
    const call = webCall({
      saysFillers,
      replies: after(() => (saysFillers ? call.playedMs(2) > 200 : call.told.length > 0)),
    })
    await call.until(() => call.heard().length === 1)
    call.say('when do you open')
    await call.until(() => call.heard().length === 2)
    const answer = saysFillers ? 'One moment. From nine to five.' : 'From nine to five.'
    expect(call.heard()[1]).toBe(answer)
    expect(call.heardOf(2).replaceAll(' ', '')).toBe(answer.replaceAll(' ', ''))
    expect(call.spoken.at(-1)).toEqual({ speaker: 'assistant', content: answer })
  }
})

test('a caller who goes on over a filler is answered, and the part cut off was never said', async () => {
  let isDue = false
  const call = webCall({ saysFillers: true, interruptMs: 100, replies: after(() => isDue) })
  await call.until(() => call.heard().length === 1)
  call.say('when do you open')
  await call.until(() => call.playedMs(2) >= 100)
  call.say('on Sundays in the winter I mean')
  await call.until(() => call.heard().length === 2)
  isDue = true
  await call.until(() => call.heard().length === 3)
  expect('One moment.'.startsWith(call.heard()[1]!)).toBe(true)
  expect(call.heard()[1]!.length).toBeLessThan('One moment.'.length)
  expect(call.heard()[2]).toMatch(/From nine to five\.$/)
})

test('visual formatting is neither read out nor in the transcript', async () => {
  const call = webCall({
    replies: () => saying('**Open** daily 😀, see [our page](https://example.com/hours?x=1).'),
  })
  await call.until(() => call.heard().length === 1)
  call.say('when do you open')
  await call.until(() => call.heard().length === 2)
  expect(call.heard()[1]).toBe('Open daily, see our page.')
  expect(call.spoken.at(-1)!.content).toBe('Open daily, see our page.')
})
