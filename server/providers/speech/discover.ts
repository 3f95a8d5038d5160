import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { ConnectNeeds } from '../http/connect.ts'
import { type GuardedResponse, guardedFetch } from '../http/guarded-fetch.ts'
import { OutgoingError } from '../http/outgoing-error.ts'
import { jsonIn } from './service.ts'

interface Needs extends Pick<Context, 'sleep' | 'lookup' | 'port' | 'version'> {
  readonly config: Pick<Config, 'network'>
}

/** A speech server on this machine. */
export interface FoundSpeechServer {
  readonly kind: 'openai-audio' | 'piper' | 'whisper-cpp'
  /** As the client of its kind takes it. */
  readonly baseUrl: string
  /** Models that speak. */
  readonly speaks: readonly string[]
  /** Models that hear; empty for a server that has only one and no name for it. */
  readonly hears: readonly string[]
  readonly voices: readonly string[]
}

/** Where speech servers listen unless they are told otherwise: Piper, Speaches, LocalAI and whisper.cpp, Kokoro-FastAPI. */
const USUAL_PORTS = [5000, 8000, 8080, 8880]

/** Longest a server on the same machine may take for an answer, ms. */
const PROBE_MS = 300

const MAX_BYTES = 1024 * 1024
const MAX_NAMES = 500

const Name = z.string().min(1).max(200)
const Models = z.object({ data: z.array(z.object({ id: Name, task: z.string().optional() })) })
const Named = z.union([Name, z.looseObject({ id: Name }).transform(({ id }) => id)])
const AudioVoices = z.object({ voices: z.array(Named).min(1) })
const PiperVoices = z.record(
  Name,
  z.looseObject({ audio: z.looseObject({ sample_rate: z.number() }) }),
)

/** Names of models that speak and hear, for servers that list them without a task. */
const SPEAKS = /(^|[^a-z])(tts|kokoro|piper|xtts|vits|bark|orpheus|chatterbox)/i
const HEARS = /whisper|parakeet|transcri|moonshine|canary|sensevoice/i

/**
 * Looks once for speech servers on the loopback address of this machine. A server is known by what it answers, never by its
 * port: others listen there, too.
 * @throws AppError `public_addresses_only` under the policy that calls nothing else
 */
export async function discoverSpeech(
  context: Needs,
  signal: AbortSignal,
  ports: readonly number[] = USUAL_PORTS,
): Promise<FoundSpeechServer[]> {
  if (context.config.network.policy !== 'desktop') throw new AppError('public_addresses_only')
  const found = await Promise.all(ports.map((port) => probe(context, port, signal)))
  return found.filter((server) => server !== undefined)
}

async function probe(
  context: Needs,
  port: number,
  signal: AbortSignal,
): Promise<FoundSpeechServer | undefined> {
  const address = `127.0.0.1:${port}`
  const root = `http://${address}`
  // This one address is asked before it is listed; the door is the same.
  const network = () => ({ policy: 'desktop', allowPrivate: [address] }) as const
  const door = { ...context, network }
  const [models, audioVoices, health, piper] = await Promise.all(
    ['/v1/models', '/v1/audio/voices', '/health', '/voices'].map((path) =>
      ask(door, root + path, signal),
    ),
  )
  if (health?.headers.server === 'whisper.cpp')
    return { kind: 'whisper-cpp', baseUrl: root, speaks: [], hears: [], voices: [] }
  return openAiAudio(root, models, audioVoices) ?? piperServer(root, piper)
}

function openAiAudio(
  root: string,
  models: GuardedResponse | undefined,
  audioVoices: GuardedResponse | undefined,
): FoundSpeechServer | undefined {
  const { data } = Models.catch({ data: [] }).parse(contentOf(models))
  const { voices } = AudioVoices.catch({ voices: [] }).parse(contentOf(audioVoices))
  const namesOf = (task: string, pattern: RegExp) =>
    data
      .filter((model) => (model.task === undefined ? pattern.test(model.id) : model.task === task))
      .map(({ id }) => id)
      .slice(0, MAX_NAMES)
  const speaks = namesOf('text-to-speech', SPEAKS)
  const hears = namesOf('automatic-speech-recognition', HEARS)
  if (speaks.length + hears.length + voices.length === 0) return undefined
  const baseUrl = `${root}/v1`
  return { kind: 'openai-audio', baseUrl, speaks, hears, voices: voices.slice(0, MAX_NAMES) }
}

function piperServer(
  root: string,
  answer: GuardedResponse | undefined,
): FoundSpeechServer | undefined {
  const voices = Object.keys(PiperVoices.catch({}).parse(contentOf(answer))).slice(0, MAX_NAMES)
  if (voices.length === 0) return undefined
  return { kind: 'piper', baseUrl: root, speaks: [], hears: [], voices }
}

async function ask(
  door: ConnectNeeds & Pick<Context, 'sleep'>,
  url: string,
  signal: AbortSignal,
): Promise<GuardedResponse | undefined> {
  try {
    const request = { url, timeoutMs: PROBE_MS, maxBytes: MAX_BYTES, signal }
    const answer = await guardedFetch(door, request)
    return answer.status === 200 && !answer.isCut ? answer : undefined
  } catch (error) {
    if (error instanceof OutgoingError) return undefined
    throw error
  }
}

const contentOf = (answer: GuardedResponse | undefined): unknown =>
  answer && jsonIn(answer.body.toString('utf8'))
