import { createSpeechService } from '#contracts/speech-providers.ts'
import { allowing, startServer, type TestServer } from './server.ts'
import { bare, type Manner, samples, startSpeechStandIn } from './speech-stand-in.ts'

/** The key of the speech service stand-in. */
export const SPEECH_KEY = 'sk-canary-4f9c2d7e8a1b'

const json = (value: unknown, status = 200): Manner => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
})

/** A stand-in with the OpenAI API that transcribes what it last spoke; it echoes the key in its refusals. */
export async function startSpeechService(key = SPEECH_KEY) {
  let refuses = false
  let said = ''
  const standIn = await startSpeechStandIn(({ path, headers, body }) => {
    const error = { message: `Incorrect key ${headers.authorization}` }
    if (refuses || headers.authorization !== `Bearer ${key}`) return json({ error }, 401)
    if (path === '/v1/models') return json({ data: [{ id: 'tts-1' }, { id: 'whisper-1' }] })
    if (path === '/v1/audio/transcriptions') return json({ text: said })
    if (path !== '/v1/audio/speech') return json({}, 404)
    const { model, input } = JSON.parse(body.toString())
    if (model === 'unknown') return json({ error: { message: `There is no model ${model}.` } }, 404)
    said = input
    return { body: bare(samples(2400)) }
  })
  return {
    ...standIn,
    /** From now on no key is valid. */
    refuse() {
      refuses = true
    },
  }
}

/** Adds a service with the OpenAI API, with an English and a German voice. */
export async function addSpeech(
  { call }: Pick<TestServer, 'call'>,
  url: string,
  name = 'Stand-in',
) {
  const { data } = await call(createSpeechService, {
    body: {
      name,
      kind: 'openai-audio',
      base_url: `${url}/v1`,
      key: SPEECH_KEY,
      speech_model: 'speaker',
      transcription_model: 'listener',
      voices: [
        { voice: 'nova', name: 'Nova', language_id: 1, gender: 'female' },
        { voice: 'onyx', language_id: 15, gender: 'male' },
      ],
    },
  })
  return data
}

/** A server with a speech service that its owner's account may call. */
export async function speechServer(options: Parameters<typeof startServer>[0] = {}) {
  const standIn = await startSpeechService()
  const server = await startServer({ ...allowing(`127.0.0.1:${standIn.port}`), ...options })
  return { server, standIn, service: await addSpeech(server, standIn.url) }
}
