import { computed, signal } from '@preact/signals'
import type { AnswerExplanation } from '#contracts/explanations.ts'
import { PRACTICE_SOCKET } from '#contracts/voice-frames.ts'
import type { PracticeClientMessage, PracticeServerMessage } from '#contracts/voice-practice.ts'
import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import { type Call, CallRefused, type CallState, startCall } from '../../../../widget/sound/call.ts'
import { keepAwake, openPlayer } from '../../../../widget/sound/player.ts'
import { openSound, type Sound } from '../../../../widget/sound/sound.ts'
import { SoundError } from '../../../../widget/sound/sound-error.ts'
import { type Api, explain, fieldErrors } from '../../../app/api.ts'
import type { Values } from '../draft/effective.ts'

export type SpokenModel = ReturnType<typeof createSpokenModel>

/** An utterance on the call: the caller's, or the draft's as far as it was heard. */
export interface SpokenLine {
  readonly id: number
  readonly role: 'user' | 'assistant'
  readonly text: string
  readonly isFinal: boolean
  /** Explanation of an answer; missing for fixed words. */
  readonly explanation?: AnswerExplanation
}

interface Deps {
  readonly api: Pick<Api, 'startPracticeCall'>
  /** Id of the assistant. */
  readonly id: number
  /** The current draft. */
  readonly values: () => Values | undefined
  readonly variables: () => Readonly<Record<string, string>>
  /** Replacements for tests, which have no audio and no server. */
  readonly outside?: Partial<typeof REAL>
}

const REAL = {
  openContext: () => new AudioContext(),
  openSound,
  openLoudspeaker,
  connect: () =>
    new WebSocket(
      location.origin.replace(/^http/, 'ws') + PRACTICE_SOCKET.path,
      PRACTICE_SOCKET.protocol,
    ),
}

type SaidMessage = Extract<VoiceServerMessage, { type: 'said' }>

/** A call with an unsaved draft: spoken if a microphone and speech recognition are available, otherwise typed. */
export function createSpokenModel({ api, id, values, variables, outside }: Deps) {
  const world = { ...REAL, ...outside }
  const state = signal<CallState>()
  const lines = signal<readonly SpokenLine[]>([])
  const hasMicrophone = signal(true)
  const hears = signal(true)
  /** The server's reason why there is no call. */
  const refused = signal<string>()
  let call: Call | undefined
  let socket: WebSocket | undefined
  let count = 0

  const isOn = computed(() => state.value !== undefined && state.value.phase !== 'over')

  /** Starts a call. Call it in a click handler, or the browser blocks the sound. */
  function start(): void {
    if (isOn.value) return
    lines.value = []
    hasMicrophone.value = true
    hears.value = true
    refused.value = undefined
    socket = undefined
    call = startCall({
      context: world.openContext(),
      cancelsNoise: values()?.enable_noise_cancellation === true,
      open: openAvailableSound,
      connect,
      onChange(next) {
        state.value = next
      },
      onLevel: () => undefined,
    })
  }

  async function openAvailableSound(options: Parameters<typeof openSound>[0]): Promise<Sound> {
    try {
      return await world.openSound(options)
    } catch (error) {
      if (!(error instanceof SoundError) || error.fault === 'callInsecure') throw error
      hasMicrophone.value = false
      return await world.openLoudspeaker(options)
    }
  }

  async function connect() {
    // A lost call cannot be resumed.
    if (socket) throw new CallRefused('linesBusy')
    let ticket: string
    try {
      const body = { fields: { ...values() }, variables: variables() }
      ticket = (await api.startPracticeCall({ params: { id }, body: body as never })).ticket
    } catch (failure) {
      refused.value = Object.values(fieldErrors(failure) ?? {})[0] ?? explain(failure)
      throw new CallRefused('linesBusy')
    }
    socket = world.connect()
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') read(JSON.parse(data))
    })
    return { socket, ticket }
  }

  function read(message: PracticeServerMessage): void {
    if (message.type === 'ready') hears.value = message.hears
    if (message.type === 'said') show(message)
    if (message.type === 'explained') explained(message)
  }

  function explained({ text, explanation }: Extract<PracticeServerMessage, { type: 'explained' }>) {
    const line = lines.value.findLast((one) => one.role === 'assistant' && one.text === text)
    lines.value = lines.value.map((one) => (one === line ? { ...one, explanation } : one))
  }

  function show({ speaker, text, final: isFinal }: SaidMessage): void {
    const role = speaker === 'visitor' ? 'user' : 'assistant'
    const open = lines.value.find((one) => one.role === role && !one.isFinal)
    if (open && text === '') lines.value = lines.value.filter((one) => one !== open)
    else if (open)
      lines.value = lines.value.map((one) => (one === open ? { ...one, text, isFinal } : one))
    else if (text !== '') lines.value = [...lines.value, { id: ++count, role, text, isFinal }]
  }

  return {
    state,
    lines,
    isOn,
    hasMicrophone,
    hears,
    refused,
    start,
    /** Sends typed text as the caller; false if there is no call. */
    type(text: string): boolean {
      const message: PracticeClientMessage = { type: 'text', text: text.trim() }
      const isThere = isOn.value && socket?.readyState === WebSocket.OPEN && message.text !== ''
      if (isThere) socket!.send(JSON.stringify(message))
      return isThere
    },
    mute: (on: boolean): void => call?.mute(on),
    hangUp: (): void => call?.hangUp(),
    clear(): void {
      call?.hangUp()
      lines.value = []
      refused.value = undefined
      state.value = undefined
    },
    stop: (): void => call?.hangUp(),
  }
}

/** Opens the audio of a call without a microphone. */
async function openLoudspeaker({ context, onReport }: Parameters<typeof openSound>[0]) {
  const life = new AbortController()
  const command = await openPlayer({ context, onReport })
  keepAwake(context, life.signal)
  return {
    rate: context.sampleRate,
    command,
    mute: () => undefined,
    close(): void {
      life.abort()
      context.close().catch(() => undefined)
    },
  }
}
