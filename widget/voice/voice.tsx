/// <reference types="vite/client" />
import { VOICE_SOCKET } from '#contracts/voice-frames.ts'
import type { ApiError } from '../api-error.ts'
import { adoptStyles } from '../appearance.ts'
import { Icon } from '../parts/icon.tsx'
import {
  type Call,
  CallRefused,
  type CallState,
  type Phase,
  type Refusal,
  startCall,
} from '../sound/call.ts'
import { canRecognise } from '../sound/recognition.ts'
import type { Language } from '../texts.ts'
import type { View } from '../view.ts'
import { conversationOfCall } from './conversation.ts'
import { createPill } from './pill.tsx'
import css from './voice.css?inline'
import { voiceWordsOf } from './words.ts'

/** Statuses with which a server refuses a call, and the reason for each. */
const REFUSALS: Readonly<Record<number, Refusal>> = {
  409: 'personAnswers',
  429: 'linesBusy',
  503: 'linesBusy',
}

const styledRoots = new WeakSet<ShadowRoot>()

/** Starts a call; first asks for consent if the browser is to recognise the visitor's speech. */
export function begin(view: View, context: AudioContext): void {
  const { model } = view
  if (!model.state.assistant?.web_calls?.browser_recognition) {
    start(view, context)
    return
  }
  const leave = () => {
    context.close().catch(() => {})
    model.set({ Call: undefined })
    requestAnimationFrame(view.focus)
  }
  let asked: HTMLElement | null = null
  const settle = (element: HTMLElement | null) => {
    if (!element || asked === element) return
    asked = element
    addStyles(element)
    element.querySelector('button')?.focus()
  }
  const agree = () => start(view, context)
  model.set({
    Call: (current) => <Consent view={current} place={settle} agree={agree} dismiss={leave} />,
  })
}

/** Makes a call, and shows it in the panel until it is over. */
function start(view: View, context: AudioContext): void {
  const { model, origin } = view
  let bar: HTMLElement | null = null
  let meter: HTMLElement | null = null
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const pill = createPill({ words: () => voiceWordsOf(view), hangUp: () => call.hangUp() })

  const call: Call = startCall({
    context,
    cancelsNoise: model.state.assistant?.web_calls?.noise_cancellation ?? true,
    language: model.state.assistant?.language ?? 'en',
    async connect() {
      const id = await conversationOfCall(view)
      const path = `conversations/${id}/calls`
      const { ticket } = await model.tools.api
        .call<{ ticket: string }>(path, {})
        .catch((error: ApiError) => {
          const refusal = REFUSALS[error.status]
          throw refusal ? new CallRefused(refusal) : error
        })
      const address = origin.replace(/^http/, 'ws') + VOICE_SOCKET.path
      return { socket: new WebSocket(address, VOICE_SOCKET.protocol), ticket }
    },
    onChange(state) {
      if (state.phase === 'over') pill.remove()
      if (state.end === 'customer') leave()
      else model.set({})
    },
    onLevel(level) {
      // The page may have removed the chat.
      if (bar && !bar.isConnected) call.hangUp()
      if (!isCalm) meter?.style.setProperty('--level', level.toFixed(2))
    },
  })

  /** Removes the call bar and moves the focus to the input. */
  function leave(): void {
    model.set({ Call: undefined })
    view.more!.flash(model, voiceWordsOf(view).callEnded)
    requestAnimationFrame(() => requestAnimationFrame(view.focus))
  }

  function settle(element: HTMLElement | null): void {
    if (!element || bar === element) return
    bar = element
    pill.settle(addStyles(element))
    element.querySelector('button')?.focus()
  }

  function again(): void {
    const next = new AudioContext()
    next.resume()
    start(view, next)
  }

  model.set({
    Call: (current) => (
      <Bar
        view={current}
        call={call}
        place={settle}
        meter={(element) => {
          meter = element
        }}
        again={again}
        dismiss={() => model.set({ Call: undefined })}
      />
    ),
  })
}

/** Adds the call styles to an element's shadow root. */
function addStyles(element: HTMLElement): ShadowRoot {
  const root = element.getRootNode() as ShadowRoot
  if (!styledRoots.has(root)) adoptStyles(root, css)
  styledRoots.add(root)
  return root
}

interface ConsentProps {
  readonly view: View
  place(element: HTMLElement | null): void
  agree(): void
  dismiss(): void
}

/** Asks for consent to speech recognition by the browser, or states that it is not supported. */
function Consent({ view, place, agree, dismiss }: ConsentProps) {
  const words = voiceWordsOf(view)
  const can = canRecognise()
  return (
    <aside class="call" aria-label={words.inCall} data-phase="over" ref={place}>
      <span class="call-line">
        <span role="status">{can ? words.browserHears : words.noRecognition}</span>
        {can && (
          <button type="button" class="quiet" onClick={agree}>
            {words.agree}
          </button>
        )}
        <button type="button" class="icon" aria-label={words.dismiss} onClick={dismiss}>
          <Icon path="M6 6l12 12M18 6L6 18" />
        </button>
      </span>
    </aside>
  )
}

interface BarProps {
  readonly view: View
  readonly call: Call
  place(element: HTMLElement | null): void
  meter(element: HTMLElement | null): void
  again(): void
  dismiss(): void
}

function Bar({ view, call, place, meter, again, dismiss }: BarProps) {
  const { state } = call
  const words = voiceWordsOf(view)
  const isOver = state.phase === 'over'
  const line = lineOf(state, words)

  return (
    <aside class="call" aria-label={words.inCall} data-phase={state.phase} ref={place}>
      <span class="call-line">
        {!isOver && <i class="meter" ref={meter} aria-hidden="true" data-muted={state.isMuted} />}
        <span class={state.problem ? 'problem' : ''}>{line}</span>
        {isOver ? (
          <>
            <button type="button" class="quiet" onClick={again}>
              {words.callAgain}
            </button>
            <button type="button" class="icon" aria-label={words.dismiss} onClick={dismiss}>
              <Icon path="M6 6l12 12M18 6L6 18" />
            </button>
          </>
        ) : (
          <>
            <button
              type="button"
              class="icon"
              aria-label={state.isMuted ? words.unmute : words.mute}
              title={state.isMuted ? words.unmute : words.mute}
              onClick={() => call.mute(!state.isMuted)}
            >
              <Icon path={state.isMuted ? `${MICROPHONE}M4 4l16 16` : MICROPHONE} />
            </button>
            <button
              type="button"
              class="danger"
              aria-label={words.hangUp}
              title={words.hangUp}
              onClick={call.hangUp}
            >
              <Icon path="M3 14a13 13 0 0 1 18 0l-2 3-4-1v-3a9 9 0 0 0-6 0v3l-4 1z" />
            </button>
          </>
        )}
      </span>
      <Captions view={view} state={state} />
      <span class="sr" role="status">
        {isOver || !state.since || state.isMuted ? line : words.inCall}
      </span>
    </aside>
  )
}

/** The line that describes the call's state. */
function lineOf(state: CallState, words: Language): string {
  const { phase, isMuted, person } = state
  if (phase === 'over') return farewell(state, words)
  if (isMuted) return words.muted
  return person && phase !== 'connecting' ? words.joined : words[LINES[phase]]
}

const MICROPHONE = 'M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3M6 11a6 6 0 0 0 12 0M12 17v4'

/** Text for each phase. While interrupting, the visitor is being listened to. */
const LINES = {
  asking: 'allow',
  connecting: 'calling',
  listening: 'listening',
  hearing: 'listening',
  held: 'listening',
  thinking: 'thinking',
  speaking: 'speaking',
} as const satisfies Record<Exclude<Phase, 'over'>, keyof Language>

function farewell({ problem, end }: CallState, words: Language): string {
  if (problem) return words[problem]
  if (end === 'silence') return words.endedSilence
  return end === 'limit' ? words.endedLimit : words.callEnded
}

/** Last words of both sides, as recognised and played. Not a live region: a screen reader would talk into the call. */
function Captions({ view, state }: { readonly view: View; readonly state: CallState }) {
  const { visitor, other } = state.captions
  if (!visitor && !other) return null
  const { texts, model } = view
  return (
    <dl class="captions" aria-live="off" tabIndex={0} ref={(captions) => showEnd(captions)}>
      {visitor && (
        <>
          <dt>{texts.you}</dt>
          <dd dir="auto">{visitor}</dd>
        </>
      )}
      {other && (
        <>
          <dt>{state.person ?? model.state.assistant?.name ?? texts.assistant}</dt>
          <dd dir="auto">{other}</dd>
        </>
      )}
    </dl>
  )
}

/** Keeps the newest words in view. */
function showEnd(captions: HTMLElement | null): void {
  if (captions) captions.scrollTop = captions.scrollHeight
}
