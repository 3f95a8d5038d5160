import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createResampler } from '../../server/media/resample.ts'
import { readWav } from '../../server/media/wav.ts'
import { HEARD_RATE, recognised } from './programs.ts'

/**
 * A transcription service with the OpenAI API on loopback, in which pocketsphinx recognises sentences of a
 * grammar.
 * @param noise peak of the noise added below them: a telephone has nothing above 4 kHz, which this model has
 * never heard
 */
export async function startSphinxService(grammar: string, noise = 0) {
  const server = createServer(async (request, response) => {
    response.on('error', () => {})
    try {
      const headers = { 'content-type': request.headers['content-type']! }
      const form = await new Response(await buffer(request), { headers }).formData()
      const file = form.get('file') as File
      const { samples, rate } = readWav(new Uint8Array(await file.arrayBuffer()))
      const clean = createResampler(rate, HEARD_RATE).push(samples[0]!)
      const sound = clean.map((sample) => sample + noise * (2 * Math.random() - 1))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ text: await recognised(sound, grammar) }))
    } catch (error) {
      response.writeHead(500).end(String(error))
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
