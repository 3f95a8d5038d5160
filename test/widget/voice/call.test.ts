import { afterEach, expect, test, vi } from 'vitest'
import { decodeUp, encodeDown, UP_SAMPLES } from '#contracts/voice-frames.ts'
import type { VoiceServerMessage } from '#contracts/voice-socket.ts'
import { CallRefused, type CallState, startCall } from '../../../widget/sound/call.ts'
import type { TimedFrame } from '../../../widget/sound/microphone.ts'
import { SoundError, type SoundFault } from '../../../widget/sound/sound-error.ts'

afterEach(() => {
  vi.useRealTimers()
})

const READY: VoiceServerMessage = {
  type: 'ready',
  conversation_id: '0198c5a4-0000-7000-8000-0000000000c1',
  call_id: 1,
  rates: { up: 16_000, down: 24_000 },
  lead_ms: 400,
  hears: true,
  speaks: true,
  browser_hears: false,
}

interface Script {
  readonly fault?: SoundFault
  readonly connect?: () => Promise<void>
}

/** A call with a microphone and a socket driven by the test. */
function scene({ fault, connect }: Script = {}) {
  const sent: (string | ArrayBuffer)[] = []
  const states: CallState[] = []
  const sound = { rate: 48_000, command: vi.fn(), mute: vi.fn(), close: vi.fn() }
  const context = { close: vi.fn(async () => {}) }
  let speak: (frame: TimedFrame) => void
  const socket = {
    readyState: WebSocket.CONNECTING as number,
    bufferedAmount: 0,
    send: (message: string | ArrayBuffer) => sent.push(message),
    close: vi.fn(),
  } as unknown as WebSocket & { bufferedAmount: number; readyState: number }
  const call = startCall({
    context: context as unknown as AudioContext,
    cancelsNoise: true,
    async connect() {
      await connect?.()
      return { socket, ticket: 'a ticket' }
    },
    onChange: (state) => states.push(state),
    onLevel: () => {},
    async open({ onFrame }) {
      if (fault) throw new SoundError(fault)
      speak = onFrame
      return sound
    },
  })
  const send = (message: VoiceServerMessage) =>
    socket.onmessage!({ data: JSON.stringify(message) } as MessageEvent)
  return {
    call,
    socket,
    sound,
    context,
    states,
    send,
    phases: () => [...new Set(states.map(({ phase }) => phase))],
    told: () =>
      sent.filter((message) => typeof message === 'string').map((text) => JSON.parse(text)),
    frames: () =>
      sent
        .filter((message) => message instanceof ArrayBuffer)
        .map((bytes) => decodeUp(new Uint8Array(bytes))!.sequence),
    speak: () => speak({ samples: new Int16Array(UP_SAMPLES), peak: 0.5, at: 20 }),
    /** Opens the socket and lets the server accept. */
    async answered(): Promise<void> {
      await vi.waitFor(() => expect(socket.onopen).toBeTypeOf('function'))
      socket.readyState = WebSocket.OPEN
      socket.onopen!(new Event('open'))
      send(READY)
    },
  }
}

test('a call requests the microphone, connects, and then follows the server', async () => {
  const { answered, phases, told, send, call } = scene()
  expect(call.state.phase).toBe('asking')
  await answered()
  expect(told()).toEqual([{ type: 'hello', ticket: 'a ticket', rate: 48_000 }])
  send({ type: 'state', state: 'thinking' })
  send({ type: 'state', state: 'speaking' })
  send({ type: 'said', speaker: 'assistant', text: 'Hello', final: false })
  expect(phases()).toEqual(['connecting', 'listening', 'thinking', 'speaking'])
  expect(call.state.captions).toEqual({ other: 'Hello' })
})

test('no microphone audio is sent before the call is accepted, but its time counts', async () => {
  const { answered, speak, frames, socket } = scene()
  await vi.waitFor(() => expect(socket.onopen).toBeTypeOf('function'))
  speak()
  await answered()
  speak()
  expect(frames()).toEqual([1])
})

test('audio that cannot be sent for a second is dropped, and the sequence number shows it', async () => {
  const { answered, speak, frames, socket } = scene()
  await answered()
  speak()
  socket.bufferedAmount = 40_000
  speak()
  speak()
  socket.bufferedAmount = 0
  speak()
  expect(frames()).toEqual([0, 3])
})

test('audio and commands go to the player; other bytes are ignored', async () => {
  const { answered, sound, send, socket } = scene()
  await answered()
  const samples = new Int16Array(480).fill(7)
  socket.onmessage!({ data: encodeDown({ utterance: 4, sequence: 0, samples }) } as MessageEvent)
  socket.onmessage!({ data: new ArrayBuffer(3) } as MessageEvent)
  send({ type: 'pause', utterance: 4 })
  send({ type: 'clear', utterance: 4 })
  expect(sound.command.mock.calls.map(([command]) => command)).toMatchObject([
    { type: 'play', utterance: 4, samples },
    { type: 'pause' },
    { type: 'clear', utterance: 4 },
  ])
})

test('a microphone muted before the call is accepted stays muted, and the server knows', async () => {
  const { call, answered, told, sound } = scene()
  call.mute(true)
  await answered()
  expect(sound.mute).toHaveBeenLastCalledWith(true)
  expect(told()).toContainEqual({ type: 'mute', on: true })
})

test('hanging up says goodbye and releases the microphone', async () => {
  const { call, answered, told, sound, socket } = scene()
  await answered()
  call.hangUp()
  expect(told().at(-1)).toEqual({ type: 'bye' })
  expect(sound.close).toHaveBeenCalled()
  expect(socket.close).toHaveBeenCalled()
  expect(call.state).toMatchObject({ phase: 'over', end: 'customer' })
})

test('hanging up while connecting opens no call afterwards', async () => {
  let settle = () => {}
  const { call, phases, socket, sound } = scene({
    connect: () =>
      new Promise((resolve) => {
        settle = resolve
      }),
  })
  await vi.waitFor(() => expect(phases()).toContain('connecting'))
  call.hangUp()
  settle()
  await vi.waitFor(() => expect(socket.close).toHaveBeenCalled())
  expect(sound.close).toHaveBeenCalled()
  expect(socket.onopen).toBeUndefined()
})

test.each(['callInsecure', 'callDenied', 'noMicrophone'] as const)(
  'without audio there is no call, and the reason is %s',
  async (fault) => {
    const { call, context } = scene({ fault })
    await vi.waitFor(() => expect(call.state.phase).toBe('over'))
    expect(call.state.problem).toBe(fault)
    expect(context.close).toHaveBeenCalled()
  },
)

test('a refused ticket is a failed call', async () => {
  const { call, sound } = scene({ connect: () => Promise.reject(new Error('402')) })
  await vi.waitFor(() => expect(call.state.problem).toBe('callFailed'))
  expect(sound.close).toHaveBeenCalled()
})

test('a call that the server rejects says why', async () => {
  const { call } = scene({ connect: () => Promise.reject(new CallRefused('linesBusy')) })
  await vi.waitFor(() => expect(call.state.problem).toBe('linesBusy'))
})

test('a lost connection is retried for ten seconds, and the call’s time continues', async () => {
  vi.useFakeTimers()
  const { call, socket, answered, speak, frames, sound } = scene()
  await answered()
  const { since } = call.state
  socket.readyState = WebSocket.CLOSED
  socket.onclose!(new CloseEvent('close'))
  expect(call.state.phase).toBe('connecting')
  speak()
  expect(frames()).toEqual([])
  await vi.advanceTimersByTimeAsync(600)
  await answered()
  speak()
  // What was said meanwhile is lost, and the server can tell.
  expect(frames()).toEqual([1])
  expect(call.state).toMatchObject({ phase: 'listening', since })

  socket.onclose!(new CloseEvent('close'))
  for (let second = 0; second < 11; second += 1) {
    await vi.advanceTimersByTimeAsync(1000)
    if (call.state.phase !== 'over') socket.onclose!(new CloseEvent('close'))
  }
  expect(call.state).toMatchObject({ phase: 'over', problem: 'callFailed' })
  expect(sound.close).toHaveBeenCalled()
})

test('a server that is silent for ten seconds is given up on', async () => {
  vi.useFakeTimers()
  const { call, socket } = scene()
  await vi.advanceTimersByTimeAsync(9900)
  expect(call.state.phase).toBe('connecting')
  await vi.advanceTimersByTimeAsync(200)
  expect(call.state).toMatchObject({ phase: 'over', problem: 'callFailed' })
  expect(socket.close).toHaveBeenCalled()
})

test('a call ends once, whatever follows', async () => {
  const { call, answered, socket, send, states } = scene()
  await answered()
  send({ type: 'ended', reason: 'limit' })
  const { length } = states
  send({ type: 'state', state: 'speaking' })
  send({ type: 'ended', reason: 'silence' })
  socket.onclose!({} as CloseEvent)
  expect(call.state).toMatchObject({ end: 'limit' })
  expect(states).toHaveLength(length)
})
