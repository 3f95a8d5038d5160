import type { PendingChange, PendingAnswer as PendingState } from '#contracts/hold-fields.ts'
import { createHolds, type HeldPlace, type Holder } from './holds.ts'

interface PendingAnswersOptions extends Omit<Parameters<typeof createHolds>[0], 'onChange'> {
  /** Interval at which operators are sent new text, ms. */
  readonly showMs: number
  /** Reports whether an operator has a conversation open. */
  readonly isWatched: (userId: number, conversation: string) => boolean
  /** Shows a change to the operators of an account. */
  readonly notify: (userId: number, change: PendingChange) => void
}

interface Opening {
  /** Delay of text while an operator watches, ms; 0 turns holding off. */
  readonly delayMs: number
  /** Text of the answer that the visitor sees already. */
  readonly said: string
}

/** Text that waits for its time. */
interface Chunk {
  readonly text: string
  readonly dueAt: number
}

/** The part of an answer in progress between the model and the visitor. */
export interface PendingAnswer {
  /** True while operators may hold it. */
  readonly isHoldable: boolean
  /** Aborts when it is over. */
  readonly over: AbortSignal
  /** Text that the visitor sees. */
  readonly seen: string
  /** Text that they do not see yet. */
  readonly rest: string
  /** Adds text that the model has written. */
  add(text: string): void
  /** Text that is due now, which counts as seen: call it in the transaction that writes it. */
  take(): string
  /** Time until text is due, ms; undefined if there is none, or it is held. */
  dueIn(): number | undefined
  /** The model has finished. */
  written(): void
  /** Closes it if nothing is pending or held: from then on it cannot be held. Returns whether it is closed. */
  settle(): boolean
  /** Resolves once text is due, the hold has changed, or the signal has aborted. */
  changed(signal: AbortSignal): Promise<void>
  /** Calls the listener when its hold or its text has changed other than by `add`. */
  onChange(listener: () => void): void
  /** Sends everything at once, as far as it is not held. */
  hurry(): void
  /** Drops the rest, and has it written again with a hint for the model. */
  rewrite(hint: string): void
  /** Starts to write; the signal aborts when it is to be written again. */
  nextPass(): AbortSignal
  /** The hint with which it is to be written again. */
  takeHint(): string | undefined
  /** Its state, for an operator, who is sent its end from now on. */
  state(): PendingState
  close(): void
}

export type PendingAnswers = ReturnType<typeof createPendingAnswers>

/** The pending answers of all conversations, in memory only, and who holds them. */
export function createPendingAnswers(options: PendingAnswersOptions) {
  const answers = new Map<number, PendingAnswer & { changedHere(): void }>()
  const holds = createHolds({ ...options, onChange: ({ id }) => answers.get(id)?.changedHere() })

  return {
    /** Starts the answer of a turn. */
    open(place: HeldPlace, opening: Opening): PendingAnswer {
      const answer = createPendingAnswer(
        options,
        place,
        opening,
        () => holds.by(place),
        () => {
          if (answers.get(place.id) === answer) answers.delete(place.id)
        },
      )
      answers.set(place.id, answer)
      return answer
    },
    /** The answer in progress of a conversation, if operators may hold it. */
    of(conversationId: number): PendingAnswer | undefined {
      const answer = answers.get(conversationId)
      return answer?.isHoldable ? answer : undefined
    },
    /** Holds an answer for an operator; false if another one does. */
    hold: (place: HeldPlace, holder: Holder) => holds.take(place, holder),
    /** Ends the hold of a conversation. */
    endHold: (conversationId: number) => holds.end(conversationId),
  }
}

function createPendingAnswer(
  { now, sleep, showMs, isWatched, notify }: PendingAnswersOptions,
  { uuid, userId }: HeldPlace,
  { delayMs, said }: Opening,
  heldBy: () => PendingState['held_by'],
  onClose: () => void,
) {
  const listeners = new Set<() => void>()
  let chunks: Chunk[] = []
  let seen = said
  /** Position up to which operators were sent the text. */
  let shown = said.length
  let isWriting = true
  let isClosed = false
  let isPlanned = false
  /** True once operators may have it on screen. */
  let isKnown = false
  const over = new AbortController()
  let pass = new AbortController()
  let hint: string | undefined
  // A hold outlasts an answer that is started again, whatever the setting says meanwhile.
  const isOn = delayMs > 0 || heldBy() !== null

  const time = () => now().getTime()
  const isHeld = () => heldBy() !== null
  const isVisible = () => isOn && (isHeld() || isWatched(userId, uuid))
  const rest = () => chunks.map(({ text }) => text).join('')

  /** Sends operators what they have not been sent of the answer. */
  function show(isOver = false): void {
    if (!isOn) return
    isKnown = true
    const from = isOver ? seen.length : Math.max(shown, seen.length)
    const text = rest().slice(from - seen.length)
    shown = from + text.length
    const [is_writing, held_by] = [isWriting && !isOver, isOver ? null : heldBy()]
    const change = { from, text, is_writing, held_by, is_over: isOver }
    notify(userId, { conversation_id: uuid, ...change })
  }

  /** Shows new text soon: one event for each word would be too many. */
  function showSoon(): void {
    if (isPlanned || !isVisible()) return
    isPlanned = true
    void sleep(showMs, over.signal).then(
      () => {
        isPlanned = false
        show()
      },
      () => undefined,
    )
  }

  function changedHere(): void {
    if (isClosed) return
    show()
    for (const listener of listeners) listener()
  }

  function dueIn(): number | undefined {
    const [first] = chunks
    if (!first || isClosed || isHeld()) return undefined
    return Math.max(0, first.dueAt - time())
  }

  if (isVisible()) show()
  return {
    get isHoldable() {
      return isOn && !isClosed
    },
    over: over.signal,
    get seen() {
      return seen
    },
    get rest() {
      return rest()
    },
    add(text: string): void {
      if (text === '' || isClosed) return
      const delay = delayMs > 0 && isWatched(userId, uuid) ? delayMs : 0
      // Nothing overtakes what came before it.
      chunks.push({ text, dueAt: Math.max(time() + delay, chunks.at(-1)?.dueAt ?? 0) })
      showSoon()
    },
    take(): string {
      if (dueIn() !== 0) return ''
      const later = chunks.findIndex(({ dueAt }) => dueAt > time())
      const due = chunks.splice(0, later < 0 ? chunks.length : later)
      const text = due.map((chunk) => chunk.text).join('')
      seen += text
      return text
    },
    dueIn,
    written(): void {
      isWriting = false
      if (isVisible()) show()
    },
    settle(): boolean {
      if (chunks.length === 0 && !isHeld()) isClosed = true
      return isClosed
    },
    async changed(signal: AbortSignal): Promise<void> {
      const wake = new AbortController()
      const stop = () => wake.abort()
      listeners.add(stop)
      signal.addEventListener('abort', stop)
      try {
        const wait = dueIn()
        if (signal.aborted) return
        if (wait === undefined) await aborted(wake.signal)
        else await sleep(wait, wake.signal).catch(() => undefined)
      } finally {
        listeners.delete(stop)
        signal.removeEventListener('abort', stop)
      }
    },
    onChange: (listener: () => void) => void listeners.add(listener),
    hurry(): void {
      chunks = chunks.map(({ text }) => ({ text, dueAt: time() }))
      changedHere()
    },
    rewrite(wanted: string): void {
      hint = wanted
      chunks = []
      shown = seen.length
      isWriting = true
      pass.abort()
      changedHere()
    },
    nextPass(): AbortSignal {
      pass = new AbortController()
      isWriting = true
      return pass.signal
    },
    takeHint(): string | undefined {
      const wanted = hint
      hint = undefined
      return wanted
    },
    state(): PendingState {
      isKnown = true
      return { from: seen.length, text: rest(), is_writing: isWriting, held_by: heldBy() }
    },
    close(): void {
      isClosed = true
      over.abort()
      onClose()
      if (isKnown) show(true)
    },
    changedHere,
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
