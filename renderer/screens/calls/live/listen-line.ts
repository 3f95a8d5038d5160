import { ApiError } from '#contracts/client.ts'
import {
  decodeSide,
  encodeUp,
  LISTEN_SOCKET,
  type SideFrame,
  UP_BYTES,
  type UpFrame,
} from '#contracts/voice-frames.ts'
import type { ListenClientMessage, ListenServerMessage } from '#contracts/voice-listen.ts'
import { type Api, explain } from '../../../app/api.ts'

/** Reason why a connection ended: a message from the server, no connection at all, or a failed reconnect. */
export type LineFault = { readonly said: string } | { readonly fault: 'failed' | 'lost' }

interface Options {
  readonly api: Pick<Api, 'listenToCall'>
  readonly callId: number
  readonly connect: () => WebSocket
  onMessage(message: ListenServerMessage): void
  onFrame(frame: SideFrame): void
  onGone(fault: LineFault): void
}

/** Maximum unsent audio, bytes: one second; later frames are dropped. */
const MAX_UNSENT = 50 * UP_BYTES
/**
 * Reconnect period after a connection loss, as long as the server keeps a taken call, and the interval between
 * attempts, ms.
 */
const RECONNECT_MS = 10_000
const RETRY_MS = 500

/** Opens the socket for listening to a call. */
export function connectToCalls(): WebSocket {
  const address = location.origin.replace(/^http/, 'ws') + LISTEN_SOCKET.path
  return new WebSocket(address, LISTEN_SOCKET.protocol)
}

/** This page's connection to a call; each reconnect uses a new ticket. */
export function createListenLine(options: Options) {
  const { api, callId, connect, onMessage, onFrame, onGone } = options
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout>
  let hasStarted = false
  let until = 0
  let isClosed = false

  async function dial(): Promise<void> {
    let ticket: string
    try {
      ticket = (await api.listenToCall({ params: { id: callId } })).ticket
    } catch (failure) {
      if (failure instanceof ApiError && failure.status < 500) fail({ said: explain(failure) })
      else handleLoss()
      return
    }
    if (isClosed) return
    const opened = connect()
    socket = opened
    opened.binaryType = 'arraybuffer'
    opened.onopen = () => sendMessage({ type: 'hello', ticket })
    opened.onmessage = ({ data }) => {
      if (socket === opened) take(data)
    }
    opened.onclose = () => {
      if (socket === opened) handleLoss()
    }
  }

  function take(data: string | ArrayBuffer): void {
    if (typeof data !== 'string') {
      const frame = decodeSide(new Uint8Array(data))
      if (frame) onFrame(frame)
      return
    }
    const message: ListenServerMessage = JSON.parse(data)
    if (message.type === 'ready') {
      hasStarted = true
      until = 0
    }
    onMessage(message)
  }

  function handleLoss(): void {
    if (isClosed) return
    socket = undefined
    until ||= Date.now() + RECONNECT_MS
    if (!hasStarted) fail({ fault: 'failed' })
    else if (Date.now() < until) timer = setTimeout(dial, RETRY_MS)
    else fail({ fault: 'lost' })
  }

  function fail(fault: LineFault): void {
    if (!isClosed) onGone(fault)
  }

  const isOpen = () => socket?.readyState === WebSocket.OPEN

  function sendMessage(message: ListenClientMessage): void {
    if (isOpen()) socket!.send(JSON.stringify(message))
  }

  void dial()

  return {
    sendMessage,
    /** Sends 20 ms of the microphone, unless the send buffer is full. */
    send(frame: UpFrame): void {
      if (isOpen() && socket!.bufferedAmount <= MAX_UNSENT) socket!.send(encodeUp(frame))
    },
    close(): void {
      isClosed = true
      clearTimeout(timer)
      socket?.close()
    },
  }
}

export type ListenLine = ReturnType<typeof createListenLine>
