import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { listenToCall } from '#contracts/call-desk.ts'
import type { createClient } from '#contracts/client.ts'
import {
  decodeSide,
  encodeUp,
  LISTEN_SOCKET,
  type Side,
  UP_SAMPLES,
} from '#contracts/voice-frames.ts'
import { type ListenClientMessage, ListenServerMessage } from '#contracts/voice-listen.ts'
import { joined } from '../../server/media/tone.ts'
import { KEY, type TestServer } from './server.ts'
import { hearTones, toneSpeech } from './tone-speech.ts'
import { openSocket } from './voice-caller.ts'

/** A socket for someone in the desk. */
export const deskSocket = (server: Pick<TestServer, 'url'>, origin?: string): WebSocket =>
  openSocket(server, { ...LISTEN_SOCKET, protocols: [LISTEN_SOCKET.protocol], origin })

/** A ticket for a call, as the owner's page gets it unless another client is given. */
export async function listenTicket(
  server: Pick<TestServer, 'as' | 'url'>,
  callId: number,
  call: ReturnType<typeof createClient> = server.as({
    authorization: `Bearer ${KEY}`,
    origin: server.url,
  }),
): Promise<string> {
  return (await call(listenToCall, { params: { id: callId } })).ticket
}

/** An operator's page in a call, closed after the test: it hears both sides, and speaks tones once it may. */
export async function listenFrom(
  server: TestServer,
  callId: number,
  call?: ReturnType<typeof createClient>,
) {
  const told: ListenServerMessage[] = []
  const heard: { side: Side; utterance: number; samples: Int16Array; at: number }[] = []
  let microphone: Int16Array = new Int16Array(0)
  let sequence = 0
  const ticket = await listenTicket(server, callId, call)
  const socket = deskSocket(server)
  const say = (message: ListenClientMessage): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) told.push(ListenServerMessage.parse(JSON.parse(data.toString())))
    else heard.push({ ...decodeSide(data)!, at: performance.now() })
  })
  socket.once('open', () => say({ type: 'hello', ticket }))

  const isSpeaking = () => told.findLast(({ type }) => type === 'speaking')
  function speakOn(): void {
    const latest = isSpeaking()
    if (latest?.type !== 'speaking' || !latest.on || socket.readyState !== WebSocket.OPEN) return
    const samples = new Int16Array(UP_SAMPLES)
    samples.set(microphone.subarray(0, UP_SAMPLES))
    microphone = microphone.subarray(UP_SAMPLES)
    socket.send(encodeUp({ sequence: sequence++, capturedAt: performance.now(), samples }))
  }
  const begun = performance.now()
  let ticks = 0
  const timer = setInterval(() => {
    for (; ticks < (performance.now() - begun) / 20; ticks += 1) speakOn()
  }, 10)
  onTestFinished(() => clearInterval(timer))

  return {
    socket,
    told,
    heard,
    of: <type extends ListenServerMessage['type']>(type: type) =>
      told.filter(
        (message): message is Extract<ListenServerMessage, { type: type }> => message.type === type,
      ),
    /** Text heard from a side, in one utterance or in all. */
    heardOf: (side: Side, utterance?: number) =>
      hearTones(
        joined(
          heard
            .filter((one) => one.side === side && (utterance ?? one.utterance) === one.utterance)
            .map(({ samples }) => samples),
        ),
        24_000,
      ),
    isOpen: () => socket.readyState === WebSocket.OPEN,
    isSpeaking: () => {
      const latest = isSpeaking()
      return latest?.type === 'speaking' && latest.on
    },
    speak(text: string): void {
      microphone = toneSpeech(text, 16_000)
    },
    /** `from`: the operator whose place this one takes. */
    take: (from?: number) => say({ type: 'take', ...(from && { from }) }),
    giveBack: () => say({ type: 'give-back' }),
    leave: () => say({ type: 'bye' }),
    /** Loses the connection. */
    cut: () => socket.terminate(),
  }
}
