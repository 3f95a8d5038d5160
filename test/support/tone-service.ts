import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer as wholeOf } from 'node:stream/consumers'
import { updateAssistant } from '#contracts/assistants.ts'
import { listLanguages } from '#contracts/lookups.ts'
import { createSpeechService } from '#contracts/speech-providers.ts'
import type { Clients } from './server.ts'
import { hearTones, toneSpeech } from './tone-speech.ts'
import { starterAssistant } from './visitor.ts'

/** Sample rate of the OpenAI API's audio, Hz, and of the microphone's. */
const RATE = 24_000
const MICROPHONE = 16_000

/**
 * A tone speech service on loopback, which fails when `isIll` says so. It synthesizes each sentence once, so
 * that its own time does not count.
 */
export async function startToneService(isIll: () => boolean) {
  const spoken = new Map<string, Buffer>()

  function speak(input: string): Buffer {
    const known = spoken.get(input)
    if (known) return known
    const { buffer, byteOffset, byteLength } = toneSpeech(input, RATE)
    const sound = Buffer.from(buffer, byteOffset, byteLength)
    spoken.set(input, sound)
    return sound
  }

  const server = createServer(async (request, response) => {
    const body = await wholeOf(request)
    response.on('error', () => {})
    if (isIll()) {
      // It dies at once, or half-way through a response.
      response.writeHead(isIll() ? 200 : 500).write('x')
      response.destroy()
    } else if (request.url === '/v1/audio/speech') {
      const { input } = JSON.parse(body.toString()) as { input: string }
      response.setHeader('content-type', 'audio/pcm')
      response.end(speak(input))
    } else {
      const begin = body.indexOf('data', body.indexOf('WAVE')) + 8
      const sound = Uint8Array.from(body.subarray(begin, begin + body.readUInt32LE(begin - 4)))
      const even = sound.buffer.slice(0, sound.length - (sound.length % 2))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ text: hearTones(new Int16Array(even), MICROPHONE) }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Makes the starter assistant speak and hear tones, and answer quickly. */
export async function speakTones(clients: Clients, baseUrl: string): Promise<void> {
  const [language] = await clients.call(listLanguages)
  const { data } = await clients.call(createSpeechService, {
    body: {
      name: 'Tones',
      kind: 'openai-audio',
      base_url: baseUrl,
      speech_model: 'tones',
      transcription_model: 'tones',
      voices: [{ voice: 'tone', language_id: language!.id }],
    },
  })
  const { id } = await starterAssistant(clients)
  await clients.call(updateAssistant, {
    params: { id },
    body: {
      initial_message: 'Welcome to our bakery.',
      endpoint_sensitivity: 5,
      voice_id: data.voices[0]!.id,
    },
  })
}
