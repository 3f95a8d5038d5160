import { type DownFrame, decodeDown, encodeUp, UP_BYTES } from '#contracts/voice-frames.ts'
import type {
  VoiceClientMessage,
  VoiceEnd,
  VoiceServerMessage,
  VoiceState,
} from '#contracts/voice-socket.ts'
import { createRecognition } from './recognition.ts'
import { openSound, type Sound } from './sound.ts'
import { SoundError, type SoundFault } from './sound-error.ts'

/** Maximum unsent audio on the socket, bytes (one second); frames beyond it are dropped. */
const MAX_UNSENT = 50 * UP_BYTES
/** Timeout for the server's answer, ms. */
const ANSWER_TIMEOUT = 10_000
/** Time for which the server keeps a call whose connection is lost, and interval of reconnection attempts, ms. */
const RECONNECT_TIME = 10_000
const RETRY_DELAY = 500

/** Phase of a call: the microphone first, then as reported by the server. */
export type Phase = 'asking' | 'connecting' | VoiceState | 'over'

/** Reason why a call failed or ended. */
export type Problem = SoundFault | Refusal | 'callFailed' | 'noRecognition'

/** Reason why the server refuses a call. */
export type Refusal = 'linesBusy' | 'personAnswers'

/** Thrown when the server refuses a call. */
export class CallRefused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

export interface CallState {
  readonly phase: Phase
  readonly isMuted: boolean
  /** Time at which the call was answered, ms since 1970. */
  readonly since?: number
  /** Last words of both sides. */
  readonly captions: { readonly visitor?: string; readonly other?: string }
  /** Name of the operator who speaks in place of the assistant. */
  readonly person?: string | null
  readonly end?: VoiceEnd
  readonly problem?: Problem
}

interface CallOptions {
  /** Created within the click. */
  readonly context: AudioContext
  /** True for noise suppression by the browser. */
  readonly cancelsNoise: boolean
  /** The visitor's language, BCP 47, for recognition by the browser. */
  readonly language?: string
  /**
   * Opens a call's socket and obtains its ticket.
   * @throws CallRefused
   */
  connect(): Promise<{ readonly socket: WebSocket; readonly ticket: string }>
  onChange(state: CallState): void
  /** Called with the microphone's level, 0 to 1, every 20 ms. */
  onLevel(level: number): void
  /** Replaced in tests, which have no loudspeaker. */
  readonly open?: typeof openSound
}

export type Call = ReturnType<typeof startCall>

type FramePlace = Pick<DownFrame, 'utterance' | 'sequence'>

const helloOf = (
  ticket: string,
  rate: number,
  received: FramePlace | undefined,
): VoiceClientMessage => ({
  type: 'hello',
  ticket,
  rate: Math.round(rate),
  ...(received && { received }),
})

type Captions = CallState['captions']

const sideOf = (speaker: 'visitor' | 'assistant' | 'person'): keyof Captions =>
  speaker === 'visitor' ? 'visitor' : 'other'

/** Captions after a change of speaker on the other side, whose last words are dropped. */
const visitorsOnly = ({ visitor }: Captions): Captions => (visitor ? { visitor } : {})

const endBy = (end: VoiceEnd): Partial<CallState> =>
  end === 'failed' ? { end, problem: 'callFailed' } : { end }

/** Starts a call to the assistant. */
export function startCall(options: CallOptions) {
  const { context, cancelsNoise, connect, onChange, onLevel, open = openSound } = options
  let state: CallState = { phase: 'asking', isMuted: false, captions: {} }
  let sound: Sound | undefined
  let socket: WebSocket | undefined
  let sequence = 0
  let timer: ReturnType<typeof setTimeout>
  const recognition = createRecognition({
    language: options.language ?? 'en',
    onWords: (text, final) => state.isMuted || say({ type: 'words', text, final }),
    onFail: () => hangUp({ problem: 'noRecognition' }),
  })
  /** True while the connection carries sound. */
  let isCarried = false
  /** The last frame of an utterance that was received. */
  let received: FramePlace | undefined
  /** Time until which reconnection is attempted, ms since 1970. */
  let until = 0

  function set(change: Partial<CallState>): void {
    state = { ...state, ...change }
    onChange(state)
  }

  async function begin(): Promise<void> {
    try {
      sound = await open({
        context,
        cancelsNoise,
        onFrame({ samples, peak, at }) {
          onLevel(peak)
          if (!isCarried || socket!.bufferedAmount > MAX_UNSENT) sequence += 1
          else socket!.send(encodeUp({ sequence: sequence++, capturedAt: at, samples }))
        },
        onReport: say,
      })
      if (isOver()) return sound.close()
      sound.mute(state.isMuted)
    } catch (error) {
      return finish({ problem: error instanceof SoundError ? error.fault : 'callFailed' })
    }
    set({ phase: 'connecting' })
    await dial()
  }

  async function dial(): Promise<void> {
    try {
      const { socket: opened, ticket } = await connect()
      socket = opened
      if (isOver()) return socket.close()
      timer = setTimeout(() => {
        // The socket's own close event may take longer.
        opened.onclose = null
        opened.close()
        lost()
      }, ANSWER_TIMEOUT)
      socket.binaryType = 'arraybuffer'
      socket.onmessage = ({ data }) => {
        if (isOver()) return
        if (typeof data === 'string') handle(JSON.parse(data))
        else play(new Uint8Array(data))
      }
      socket.onclose = lost
      socket.onopen = () => say(helloOf(ticket, sound!.rate, received))
    } catch (error) {
      if (error instanceof CallRefused) finish({ problem: error.refusal })
      else lost()
    }
  }

  /** Reconnects to a call that had been answered; otherwise the call has failed. */
  function lost(): void {
    clearTimeout(timer)
    if (isOver()) return
    if (isCarried) {
      isCarried = false
      until = Date.now() + RECONNECT_TIME
      set({ phase: 'connecting' })
    }
    if (Date.now() < until) timer = setTimeout(dial, RETRY_DELAY)
    else finish({ problem: 'callFailed' })
  }

  const isOver = (): boolean => state.phase === 'over'

  function say(message: VoiceClientMessage): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  function play(bytes: Uint8Array): void {
    const frame = decodeDown(bytes)
    if (!frame) return
    const { utterance, sequence } = frame
    // Sound between utterances is not resent after a reconnection.
    if (utterance > 0) received = { utterance, sequence }
    sound!.command({ type: 'play', ...frame })
  }

  function handle(message: VoiceServerMessage): void {
    switch (message.type) {
      case 'ready':
        answered(message.browser_hears)
        break
      case 'state':
        set({ phase: message.state })
        break
      case 'said':
        set({ captions: { ...state.captions, [sideOf(message.speaker)]: message.text } })
        break
      case 'person':
        set({ person: message.name, captions: visitorsOnly(state.captions) })
        break
      case 'clear':
      case 'pause':
      case 'resume':
        sound!.command(message)
        break
      case 'ended':
        finish(endBy(message.reason))
    }
  }

  function answered(browserHears: boolean): void {
    clearTimeout(timer)
    isCarried = true
    set({ since: state.since ?? Date.now(), phase: 'listening' })
    // The microphone may have been muted while there was no connection.
    if (state.isMuted) say({ type: 'mute', on: true })
    if (browserHears) recognition.start()
  }

  function finish(change: Partial<CallState>): void {
    if (isOver()) return
    clearTimeout(timer)
    isCarried = false
    recognition.stop()
    sound?.close()
    if (!sound) context.close().catch(() => {})
    socket?.close()
    set({ ...change, phase: 'over' })
  }

  function hangUp(change: Partial<CallState>): void {
    say({ type: 'bye' })
    finish(change)
  }

  begin()

  return {
    get state() {
      return state
    },
    mute(on: boolean): void {
      sound?.mute(on)
      say({ type: 'mute', on })
      set({ isMuted: on })
    },
    hangUp: () => hangUp({ end: 'customer' }),
  }
}
