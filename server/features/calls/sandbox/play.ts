import type { PlayedCall } from '#contracts/played-calls.ts'
import { beforeCall, wakeAt } from '../session/turn-state.ts'
import { newCustomer, nextWord, onCue, onSilence, wordAt } from './customer.ts'
import { type Act, applyTo, type Controls, type Played, type Stage } from './moment.ts'
import { endOf, withWords } from './utterance.ts'

/** Events that come by themselves: words were found, were heard, or are said by the customer, who has a cue; or time has passed. */
type Due = 'answer' | 'heard' | 'word' | 'cue' | 'tick'

/** Plays a call by the turn machine of all calls, in words: it takes as long to say them as they are long. Pure. */
export function createPlay(stage: Stage) {
  const { scene, settings } = stage

  /** A call that has just been answered. */
  function begin(): Played {
    const customer = newCustomer(scene)
    const call: PlayedCall = { turns: beforeCall, customer, passedOn: '', isEndNear: false }
    return applyTo(stage, call, 0, ({ call: now, handle }) => {
      handle({ kind: 'answered', hasOpening: stage.hasOpening })
      if (now.turns.phase.kind === 'listening' && !scene.speaksFirst)
        now.customer = onSilence(now.customer, scene, 0)
    })
  }

  /** The next that happens by itself, and when. */
  function nextOf(call: PlayedCall): { readonly at: number; readonly due: Due } {
    const times: readonly [Due, number | undefined][] = [
      ['answer', call.answer?.at],
      ['heard', call.utterance && endOf(call.utterance)],
      ['word', wordAt(call.customer)],
      ['cue', call.customer.cue],
      ['tick', wakeAt(call.turns, settings)],
    ]
    const [first] = times
      .flatMap(([due, at]) => (at === undefined ? [] : [{ due, at }]))
      .sort((one, other) => one.at - other.at)
    if (!first) throw new Error('A call that goes on has an end')
    return first
  }

  function playNext(before: PlayedCall, due: Due, at: number): Played {
    return applyTo(stage, before, at, (hands) => {
      const { call, handle } = hands
      if (due === 'answer') say(hands, at)
      else if (due === 'word') hear(hands, at)
      else if (due === 'cue') takeCue(hands, at)
      else if (due === 'heard') handle({ kind: 'heard', utterance: call.utterance!.utterance })
      else handle({ kind: 'tick' })
    })
  }

  /** The assistant says the words that were found. */
  function say({ call, handle, end, begun }: Controls, at: number): void {
    const { thought, text, isLast, explanation } = call.answer!
    delete call.answer
    if (text !== '') call.utterance = withWords(begun(thought), text, stage.speed, at)
    if (call.utterance) {
      call.utterance.wholeAt = at
      call.utterance.explanation = explanation
      if (isLast) handle({ kind: 'last', utterance: thought })
    } else if (isLast) end('assistant')
    else handle({ kind: 'nothing', thought })
  }

  function hear({ call, handle }: Controls, at: number): void {
    const [customer, events] = nextWord(call.customer, at)
    call.customer = customer
    for (const event of events) handle(event)
  }

  function takeCue({ call, handle, end }: Controls, at: number): void {
    const customer = onCue(call.customer, scene, at)
    if (customer) {
      call.customer = customer
      return
    }
    handle({ kind: 'hung-up' })
    end('customer')
  }

  return {
    begin,
    advance,
    /** Somebody else ends the call then: the words until there, as they were heard. */
    cut(before: PlayedCall, at: number): readonly Act[] {
      const { call, acts } = playUntil({ call: before, acts: [] }, at)
      const last = applyTo(stage, call, at, ({ handle, end }) => {
        handle({ kind: 'hung-up' })
        end('customer')
      })
      return [...acts, ...last.acts]
    },
  }

  function playUntil({ call: before, acts: first }: Played, until: number): Played {
    let call = before
    const acts = [...first]
    while (!isHeldUp({ call, acts })) {
      const next = nextOf(call)
      if (next.at > until) break
      const after = playNext(call, next.due, next.at)
      call = after.call
      acts.push(...after.acts)
    }
    return { call, acts }
  }

  /**
   * Plays what happens until then. Returns what was noticed, and when something will be next: at once where the assistant
   * has been asked.
   */
  function advance(before: Played, until: number): Played & { readonly next: number } {
    const now = playUntil(before, until)
    if (isHeldUp(now)) return { ...now, next: until }
    for (let { call } = now; ; ) {
      const { due, at } = nextOf(call)
      const after = playNext(call, due, at)
      if (after.acts.length > 0) return { ...now, next: at }
      call = after.call
    }
  }
}

/** The assistant is asked, or the call is over. */
const isHeldUp = ({ call, acts }: Played): boolean =>
  call.question !== undefined || acts.some(({ kind }) => kind === 'hang-up')
