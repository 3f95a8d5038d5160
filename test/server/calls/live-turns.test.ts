import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TurnSettings, turnSettings } from '../../../server/features/calls/session/settings.ts'
import { turn } from '../../../server/features/calls/session/turn.ts'
import type { TurnEffect, TurnEvent } from '../../../server/features/calls/session/turn-events.ts'
import {
  beforeCall,
  type TurnState,
  wakeAt,
} from '../../../server/features/calls/session/turn-state.ts'

const SETTINGS: TurnSettings = {
  endpointMs: 700,
  endsByWords: false,
  interruptMs: 500,
  canBeInterrupted: true,
  interruptWords: 0,
  saysFillers: false,
  reengageMs: 30_000,
  silenceMs: 40_000,
  initialSilenceMs: 20_000,
  longestMs: 600_000,
}

type Without<event> = event extends unknown ? Omit<event, 'at'> : never
type Happening = Without<TurnEvent>

/** A call driven by hand: each step processes the due ticks, and effects are recorded with their time. */
function call(changed: Partial<TurnSettings> = {}) {
  const settings = { ...SETTINGS, ...changed }
  const done: { readonly at: number; readonly effect: TurnEffect }[] = []
  let state: TurnState = beforeCall

  function apply(event: TurnEvent): void {
    const step = turn(state, event, settings)
    state = step.state
    done.push(...step.effects.map((effect) => ({ at: event.at, effect })))
  }

  /** Advances time, processing every tick that falls due. */
  function until(at: number): void {
    for (let due = wakeAt(state, settings); due !== undefined && due <= at; ) {
      apply({ kind: 'tick', at: due })
      const next = wakeAt(state, settings)
      if (next !== undefined && next <= due) throw new Error(`Due again at ${next}`)
      due = next
    }
  }

  return {
    done,
    effects: () => done.map(({ effect }) => effect.kind),
    state: () => state,
    until,
    at(time: number, event: Happening) {
      until(time)
      apply({ ...event, at: time } as TurnEvent)
    },
  }
}

const voice = (isOn: boolean): Happening => ({ kind: 'voice', isOn })
const text = (said: string, isFinal = true): Happening => ({ kind: 'text', text: said, isFinal })
const sound = (thought: number): Happening => ({ kind: 'sound', thought, utterance: thought })

/** A call in which the assistant has been speaking since second 1. */
function speaking(changed: Partial<TurnSettings> = {}) {
  const played = call(changed)
  played.at(0, { kind: 'answered', hasOpening: true })
  played.at(1000, sound(1))
  return played
}

test('the customer is answered once they have been silent for the window', () => {
  const played = call()
  played.at(0, { kind: 'answered', hasOpening: false })
  played.at(1000, voice(true))
  played.at(2000, voice(false))
  played.at(2100, text('When do you open?'))
  played.until(5000)
  expect(played.done.at(-1)).toEqual({
    at: 2700,
    effect: { kind: 'think', thought: 1, cause: { kind: 'reply', heard: 'When do you open?' } },
  })
})

test('the silence that detected the end of speech counts towards the window', () => {
  const played = call()
  played.at(0, { kind: 'answered', hasOpening: false })
  played.at(1000, voice(true))
  played.at(2160, { kind: 'voice', isOn: false, silentMs: 160 })
  played.at(2200, text('When do you open?'))
  played.until(5000)
  expect(played.done.at(-1)).toMatchObject({ at: 2700, effect: { kind: 'think' } })
})

test('a customer who goes on within the window, or before the first sound, is answered once, with all of it', () => {
  const played = call()
  played.at(0, { kind: 'answered', hasOpening: false })
  played.at(1000, voice(true))
  played.at(2000, voice(false))
  played.at(2100, text('When'))
  played.at(2500, voice(true))
  played.at(3000, voice(false))
  played.at(3100, text('do you open'))
  played.until(3700)
  played.at(3800, voice(true))
  expect(played.effects().at(-1)).toBe('abort-thinking')
  played.at(4500, voice(false))
  played.at(4600, text('on Sundays?'))
  played.until(9000)
  expect(played.done.at(-1)!.effect).toMatchObject({
    cause: { heard: 'When do you open on Sundays?' },
  })
})

test('a late final transcript is awaited, but not forever', () => {
  const played = call()
  played.at(0, { kind: 'answered', hasOpening: false })
  played.at(1000, voice(true))
  played.at(2000, voice(false))
  played.until(4000)
  expect(played.state().phase.kind).toBe('awaiting-text')
  played.at(4100, text('Hello?'))
  expect(played.done.at(-1)).toMatchObject({ at: 4100, effect: { kind: 'think' } })

  const unheard = call()
  unheard.at(0, { kind: 'answered', hasOpening: false })
  unheard.at(1000, voice(true))
  unheard.at(2000, voice(false))
  unheard.until(8000)
  expect(unheard.state().phase.kind).toBe('listening')
})

test('when the words decide, a complete sentence ends a turn sooner and half of one later', () => {
  const answeredAt = (said: string) => {
    const played = call({ endsByWords: true })
    played.at(0, { kind: 'answered', hasOpening: false })
    played.at(1000, voice(true))
    played.at(1500, text(said, false))
    played.at(2000, voice(false))
    played.at(2001, text(said))
    played.until(9000)
    return played.done.find(({ effect }) => effect.kind === 'think')!.at
  }
  expect(['Are you open?', 'I would like', 'On Sundays,'].map(answeredAt)).toEqual([
    2250, 2700, 3200,
  ])
})

test('a sustained voice pauses the assistant, and one that goes on interrupts it', () => {
  const played = speaking()
  played.at(2000, voice(true))
  played.until(3000)
  expect(played.done.slice(1)).toEqual([
    { at: 2500, effect: { kind: 'pause', utterance: 1 } },
    { at: 3000, effect: { kind: 'clear', utterance: 1 } },
    { at: 3000, effect: { kind: 'abort-thinking', thought: 1 } },
  ])
  expect(played.state().phase.kind).toBe('hearing')
})

test('after a cough the assistant resumes', () => {
  const played = speaking()
  played.at(2000, voice(true))
  played.at(2600, voice(false))
  played.until(9000)
  expect(played.done.slice(-1)).toEqual([{ at: 4000, effect: { kind: 'resume', utterance: 1 } }])
})

test('when a minimum number of words is set, that many interrupt and fewer do not', () => {
  const interrupted = (said: string) => {
    const played = speaking({ interruptWords: 2 })
    played.at(2000, voice(true))
    played.at(2700, text(said, false))
    played.at(3500, voice(false))
    played.until(9000)
    return played.effects().includes('clear')
  }
  expect(['mhm', 'wait please'].map(interrupted)).toEqual([false, true])
})

test('an assistant that may not be interrupted speaks on, but a digit stops it', () => {
  const played = speaking({ canBeInterrupted: false })
  played.at(2000, voice(true))
  played.at(2500, text('Stop, please, I know that'))
  played.at(6000, voice(false))
  expect(played.effects()).not.toContain('pause')
  played.at(7000, { kind: 'digit' })
  expect(played.effects()).toContain('clear')
})

test('a short word at the end of the assistant’s speech is answered', () => {
  const played = speaking()
  played.at(2000, voice(true))
  played.at(2200, voice(false))
  played.at(2300, text('Yes.'))
  played.at(2400, { kind: 'heard', utterance: 1 })
  played.until(4000)
  expect(played.done.at(-1)!.effect).toMatchObject({ cause: { kind: 'reply', heard: 'Yes.' } })
})

test('in a silence the assistant speaks up, and only its speaking time is excluded before it hangs up', () => {
  const played = speaking({ initialSilenceMs: 40_000, silenceMs: 40_000 })
  played.at(3000, { kind: 'heard', utterance: 1 })
  played.at(34_000, sound(2))
  played.at(36_000, { kind: 'heard', utterance: 2 })
  played.until(100_000)
  expect(played.done.slice(1)).toEqual([
    { at: 33_000, effect: { kind: 'think', thought: 2, cause: { kind: 're-engagement' } } },
    { at: 46_000, effect: { kind: 'hang-up', by: 'assistant' } },
  ])
})

test('before the customer has said anything, the silence limit is a different one', () => {
  const played = speaking()
  played.at(3000, { kind: 'heard', utterance: 1 })
  played.until(100_000)
  expect(played.done.at(-1)).toEqual({ at: 23_000, effect: { kind: 'hang-up', by: 'assistant' } })
})

test('a filler is said when the answer is late, once, and never before a greeting', () => {
  const played = call({ saysFillers: true })
  played.at(0, { kind: 'answered', hasOpening: true })
  played.until(4000)
  expect(played.effects()).toEqual(['think'])
  played.at(5000, sound(1))
  played.at(6000, { kind: 'heard', utterance: 1 })
  played.at(7000, text('Hello?'))
  played.until(20_000)
  expect(played.done.slice(1).map(({ at, effect }) => [at, effect.kind])).toEqual([
    [7700, 'think'],
    [8500, 'say-filler'],
  ])
})

test('the end of a cleared utterance does not end the next one', () => {
  const played = speaking()
  played.at(2000, voice(true))
  played.until(3100)
  played.at(3200, voice(false))
  played.at(3300, text('And on Sundays?'))
  played.at(5000, sound(2))
  played.at(5100, { kind: 'heard', utterance: 1 })
  expect(played.state().phase.kind).toBe('speaking')
})

test('the last words are heard before the assistant hangs up', () => {
  const played = call()
  played.at(0, { kind: 'answered', hasOpening: true })
  played.at(1000, sound(1))
  played.at(1000, { kind: 'last', utterance: 1 })
  played.until(3000)
  expect(played.state().phase.kind).toBe('speaking')
  played.at(4000, { kind: 'heard', utterance: 1 })
  expect(played.done.at(-1)).toEqual({ at: 4000, effect: { kind: 'hang-up', by: 'assistant' } })
})

test('the maximum duration ends a call mid-word, after a warning to the model', () => {
  const played = speaking({ longestMs: 20_000 })
  played.until(60_000)
  expect(played.done.slice(1)).toEqual([
    { at: 10_000, effect: { kind: 'warn-of-end' } },
    { at: 20_000, effect: { kind: 'clear', utterance: 1 } },
    { at: 20_000, effect: { kind: 'abort-thinking', thought: 1 } },
    { at: 20_000, effect: { kind: 'hang-up', by: 'limit' } },
  ])
})

const happenings: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ kind: fc.constant('voice' as const), isOn: fc.boolean() }),
  fc.record({
    kind: fc.constant('text' as const),
    text: fc.constantFrom('', 'mhm', 'Well,', 'Where are you?', 'no no wait'),
    isFinal: fc.boolean(),
  }),
  fc.constantFrom<Happening>({ kind: 'end-of-turn' }, { kind: 'digit' }),
  // Of any thought and utterance, including outdated ones.
  fc.nat(3).map((age): Happening => ({ kind: 'nothing', thought: -age })),
  fc.nat(3).map((age): Happening => ({ kind: 'sound', thought: -age, utterance: 0 })),
  fc.nat(3).map((age): Happening => ({ kind: 'last', utterance: -age })),
  fc.nat(3).map((age): Happening => ({ kind: 'heard', utterance: -age })),
)

const settingsOf: fc.Arbitrary<TurnSettings> = fc.record({
  endpointMs: fc.integer({ min: 200, max: 1200 }),
  endsByWords: fc.boolean(),
  interruptMs: fc.integer({ min: 80, max: 800 }),
  canBeInterrupted: fc.boolean(),
  interruptWords: fc.nat(3),
  saysFillers: fc.boolean(),
  reengageMs: fc.integer({ min: 7000, max: 60_000 }),
  silenceMs: fc.integer({ min: 1000, max: 60_000 }),
  initialSilenceMs: fc.integer({ min: 1000, max: 60_000 }),
  longestMs: fc.integer({ min: 20_000, max: 120_000 }),
})

/** Plays arbitrary input, with thoughts and utterances numbered backwards from the latest. */
function played(settings: TurnSettings, events: readonly (readonly [number, Happening])[]) {
  const one = call(settings)
  one.at(0, { kind: 'answered', hasOpening: true })
  let utterance = 0
  let time = 0
  for (const [wait, event] of events) {
    time += wait
    const newest = one.state().thoughts - 1
    if (event.kind === 'sound') {
      utterance += 1
      one.at(time, { ...event, thought: newest + event.thought, utterance })
    } else if (event.kind === 'nothing') one.at(time, { ...event, thought: newest + event.thought })
    else if (event.kind === 'heard')
      one.at(time, { ...event, utterance: utterance + event.utterance })
    else one.at(time, event)
  }
  return { ...one, utterances: utterance }
}

const plays = fc.array(fc.tuple(fc.nat(3000), happenings), { maxLength: 60 })

test('whatever happens, every call ends, and nothing happens after that', () => {
  fc.assert(
    fc.property(settingsOf, plays, (settings, events) => {
      const one = played(settings, events)
      one.until(settings.longestMs)
      expect(one.state().phase.kind).toBe('over')
      const kinds = one.effects()
      expect(kinds.filter((kind) => kind === 'hang-up')).toHaveLength(1)
      expect(kinds.at(-1)).toBe('hang-up')
      one.at(settings.longestMs + 1, { kind: 'voice', isOn: true })
      expect(one.effects()).toEqual(kinds)
    }),
    { numRuns: 500 },
  )
})

/** The first effect that no player could carry out: an utterance after its end, or a resumption without a pause. */
function impossible(done: readonly TurnEffect[]): TurnEffect | undefined {
  const cleared = new Set<number>()
  const paused = new Set<number>()
  return done.find((effect) => {
    if (!('utterance' in effect)) return false
    const { kind, utterance } = effect
    if (cleared.has(utterance) || (kind === 'resume' && !paused.has(utterance))) return true
    if (kind === 'clear') cleared.add(utterance)
    if (kind === 'pause') paused.add(utterance)
    else paused.delete(utterance)
    return false
  })
}

test('whatever happens, a cleared utterance is over, and thoughts are numbered in order', () => {
  fc.assert(
    fc.property(settingsOf, plays, (settings, events) => {
      const done = played(settings, events).done.map(({ effect }) => effect)
      expect(impossible(done)).toBeUndefined()
      const thoughts = done.flatMap((effect) => (effect.kind === 'think' ? [effect.thought] : []))
      expect(thoughts).toEqual(thoughts.map((_, index) => index + 1))
    }),
    { numRuns: 500 },
  )
})

test('the settings are those of the assistant', () => {
  const assistant = {
    endpoint_type: 'ai',
    endpoint_sensitivity: 0.5,
    interrupt_sensitivity: 5,
    allow_interruptions: 0,
    min_interrupt_words: 2,
    fillers: 1,
    reengagement_interval: 7,
    max_silence_duration: 9,
    max_initial_silence_duration: null,
  } as const
  expect(turnSettings(assistant, 600)).toEqual({
    endpointMs: 700,
    endsByWords: true,
    interruptMs: 80,
    canBeInterrupted: false,
    interruptWords: 2,
    saysFillers: true,
    reengageMs: 7000,
    silenceMs: 9000,
    initialSilenceMs: 9000,
    longestMs: 600_000,
  })
})
