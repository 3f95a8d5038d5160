import { expect, test, vi } from 'vitest'
import { decodeUp, encodeSide, type SideFrame, UP_SAMPLES } from '#contracts/voice-frames.ts'
import type { ListenServerMessage } from '#contracts/voice-listen.ts'
import { createListening } from '../../renderer/screens/calls/live/listening.ts'
import type { TimedFrame } from '../../widget/sound/microphone.ts'
import { SoundError } from '../../widget/sound/sound-error.ts'
import { ADA, fakeServer } from './support.ts'

const TICKET = 'POST /user/calls/7/listeners'
const READY: ListenServerMessage = { type: 'ready', conversation_id: ADA, call_id: 7 }

/** A desk with audio output, a microphone and sockets that the test controls. */
function scene({ isDenied = false } = {}) {
  const server = fakeServer()
  server.on(TICKET, { ticket: 'a ticket' })
  const ears = { play: vi.fn(), command: vi.fn(), close: vi.fn() }
  const microphone = { mute: vi.fn(), close: vi.fn() }
  const sockets: (WebSocket & { readyState: number })[] = []
  const sent: (string | ArrayBuffer)[] = []
  let speak: (frame: TimedFrame) => void = () => undefined
  const listening = createListening({
    api: server.api,
    callId: 7,
    outside: {
      openContext: () => ({ resume: async () => {}, close: async () => {} }) as AudioContext,
      openCallAudio: async () => ears,
      async openMicrophone({ onFrame }) {
        if (isDenied) throw new SoundError('callDenied')
        speak = onFrame
        return microphone
      },
      connect() {
        const socket = {
          readyState: WebSocket.CONNECTING as number,
          bufferedAmount: 0,
          send: (message: string | ArrayBuffer) => sent.push(message),
          close: vi.fn(),
        } as unknown as WebSocket & { readyState: number }
        sockets.push(socket)
        return socket
      },
    },
  })
  const socket = () => sockets.at(-1)!
  const tell = (message: ListenServerMessage) =>
    socket().onmessage!({ data: JSON.stringify(message) } as MessageEvent)
  return {
    server,
    listening,
    ears,
    microphone,
    sockets,
    socket,
    tell,
    messages: () => sent.filter((one) => typeof one === 'string').map((text) => JSON.parse(text)),
    told: () => sent.filter((one) => typeof one === 'string').map((text) => JSON.parse(text).type),
    frames: () =>
      sent
        .filter((one) => one instanceof ArrayBuffer)
        .map((bytes) => decodeUp(new Uint8Array(bytes))!.sequence),
    play: (frame: SideFrame) => socket().onmessage!({ data: encodeSide(frame) } as MessageEvent),
    speak: () => speak({ samples: new Int16Array(UP_SAMPLES), peak: 0.5, at: 20 }),
    /** The server accepts the newest socket. */
    async answered(count = 1): Promise<void> {
      await vi.waitFor(() => expect(sockets).toHaveLength(count))
      await vi.waitFor(() => expect(socket().onopen).toBeTypeOf('function'))
      socket().readyState = WebSocket.OPEN
      socket().onopen!(new Event('open'))
      tell(READY)
    },
  }
}

test('a listener hears both sides, and sends nothing', async () => {
  const { listening, ears, play, tell, told, frames, speak, answered } = scene()
  listening.listen()
  expect(listening.stage.value).toBe('connecting')
  await answered()
  expect(listening.stage.value).toBe('listening')
  const samples = new Int16Array(480)
  play({ side: 'visitor', utterance: 0, sequence: 0, samples })
  play({ side: 'assistant', utterance: 3, sequence: 1, samples })
  expect(ears.play.mock.calls.map(([{ side, utterance }]) => [side, utterance])).toEqual([
    ['visitor', 0],
    ['assistant', 3],
  ])
  tell({ type: 'clear', utterance: 3 })
  expect(ears.command).toHaveBeenCalledWith({ type: 'clear', utterance: 3 })
  speak()
  expect([told(), frames()]).toEqual([['hello'], []])
  listening.leave()
  expect([told(), listening.stage.value]).toEqual([['hello', 'bye'], 'away'])
  expect(ears.close).toHaveBeenCalledOnce()
})

test('the call is taken once the microphone is ready, and its audio is sent until the hand-back', async () => {
  const { listening, microphone, tell, told, frames, speak, answered } = scene()
  listening.take()
  await answered()
  await vi.waitFor(() => expect(told()).toEqual(['hello', 'take']))
  speak()
  expect(frames()).toEqual([])
  tell({ type: 'speaking', on: true })
  expect(listening.stage.value).toBe('speaking')
  speak()
  speak()
  expect(frames()).toEqual([0, 1])
  listening.mute(true)
  expect(microphone.mute).toHaveBeenCalledWith(true)
  listening.returnCall()
  expect([told().at(-1), listening.stage.value]).toEqual(['give-back', 'listening'])
  speak()
  expect(frames()).toEqual([0, 1])
  expect(microphone.close).toHaveBeenCalledOnce()
})

test('a call can be taken over from the colleague who is speaking', async () => {
  const { listening, messages, answered } = scene()
  listening.take(7)
  await answered()
  await vi.waitFor(() => expect(messages().at(-1)).toEqual({ type: 'take', from: 7 }))
})

test('without a microphone the call is not taken, and listening continues', async () => {
  const { listening, told, answered } = scene({ isDenied: true })
  listening.take()
  await answered()
  await vi.waitFor(() => expect(listening.problem.value).toEqual({ fault: 'callDenied' }))
  expect([listening.stage.value, told()]).toEqual(['listening', ['hello']])
})

test('when a colleague was faster, it says so and the microphone is off', async () => {
  const { listening, microphone, tell, told, answered } = scene()
  listening.take()
  await answered()
  await vi.waitFor(() => expect(told()).toContain('take'))
  tell({ type: 'refused', reason: 'taken' })
  expect(listening.problem.value).toEqual({ fault: 'taken' })
  expect(listening.stage.value).toBe('listening')
  await vi.waitFor(() => expect(microphone.close).toHaveBeenCalledOnce())
})

test('a lost connection is re-established, and a taken call stays taken', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 })
  try {
    const { listening, socket, tell, frames, speak, answered } = scene()
    listening.take()
    await answered()
    tell({ type: 'speaking', on: true })
    socket().onclose!(new Event('close') as CloseEvent)
    expect(listening.stage.value).toBe('speaking')
    await vi.advanceTimersByTimeAsync(600)
    await answered(2)
    tell({ type: 'speaking', on: true })
    speak()
    expect(frames()).toEqual([0])
    socket().onclose!(new Event('close') as CloseEvent)
    await vi.advanceTimersByTimeAsync(500)
    while (listening.stage.value !== 'away') {
      socket().onclose!(new Event('close') as CloseEvent)
      await vi.advanceTimersByTimeAsync(600)
    }
    expect(listening.problem.value).toEqual({ fault: 'lost' })
  } finally {
    vi.useRealTimers()
  }
})

test('the server’s refusal is shown in its own words', async () => {
  const { server, listening, ears } = scene()
  server.on(TICKET, () => Response.json({ message: 'Five people listen.' }, { status: 409 }))
  listening.listen()
  await vi.waitFor(() => expect(listening.stage.value).toBe('away'))
  expect(listening.problem.value).toEqual({ said: 'Five people listen.' })
  expect(ears.close).toHaveBeenCalledOnce()
})
