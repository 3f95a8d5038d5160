import type { Page, WebSocketRoute } from 'playwright'
import { DOWN_SAMPLES, decodeUp, encodeDown, type UpFrame } from '#contracts/voice-frames.ts'
import { VoiceClientMessage, type VoiceServerMessage } from '#contracts/voice-socket.ts'

const TICKET = 'ticket-of-the-test'

/** A call server that a test scripts as it goes, in place of one page's socket. It also issues the ticket. */
export async function callStandIn(page: Page) {
  const said: VoiceClientMessage[] = []
  const frames: UpFrame[] = []
  let socket: WebSocketRoute | undefined
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

  await page.route('**/api/widget/assistants/*', async (route) => {
    const response = await route.fetch()
    const web_calls = { noise_cancellation: true, browser_recognition: false }
    await route.fulfill({ response, json: { ...(await response.json()), web_calls } })
  })
  await page.route('**/api/widget/conversations/*/calls', (route) =>
    route.fulfill({ status: 201, headers, json: { ticket: TICKET } }),
  )
  await page.routeWebSocket('**/api/widget/voice', (route) => {
    socket = route
    route.onMessage((message) => {
      if (typeof message === 'string') said.push(VoiceClientMessage.parse(JSON.parse(message)))
      else frames.push(decodeUp(message)!)
    })
  })

  const send = (message: VoiceServerMessage): void => socket!.send(JSON.stringify(message))

  return {
    said,
    frames,
    send,
    /** Messages of a type, oldest first. */
    of: <type extends VoiceClientMessage['type']>(type: type) =>
      said.filter(
        (message): message is Extract<VoiceClientMessage, { type: type }> => message.type === type,
      ),
    answer(conversation_id: string): void {
      const about = {
        conversation_id,
        call_id: 1,
        lead_ms: 400,
        hears: true,
        speaks: true,
        browser_hears: false,
      }
      send({ type: 'ready', rates: { up: 16_000, down: 24_000 }, ...about })
    },
    /** Sends a tone of this length, ms. */
    speak(utterance: number, ms: number): void {
      send({ type: 'utterance', utterance })
      for (let sequence = 0; sequence < ms / 20; sequence += 1) {
        const samples = Int16Array.from({ length: DOWN_SAMPLES }, (_, index) =>
          Math.round(8000 * Math.sin((2 * Math.PI * 500 * index) / 24_000)),
        )
        socket!.send(Buffer.from(encodeDown({ utterance, sequence, samples })))
      }
    },
    /** Cuts the connection. */
    cut: () => socket!.close(),
  }
}
