import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { audioOfferIn, piperVoicesIn, probeOffer, type SpeechOffer } from './offer.ts'

interface Needs extends Pick<Context, 'sleep' | 'lookup' | 'port' | 'version'> {
  readonly config: Pick<Config, 'network'>
}

/** A speech server on this machine. */
export interface FoundSpeechServer extends SpeechOffer {
  readonly kind: 'openai-audio' | 'piper' | 'whisper-cpp'
  /** In the form expected by the client of its kind. */
  readonly baseUrl: string
}

/** Timeout of a probe on this machine, ms. */
const PROBE_MS = 300

/**
 * Probes the loopback address of this machine for speech servers. A server is identified by its responses, never by its port
 * alone, which others use too.
 * @throws AppError `public_addresses_only` if the policy allows public addresses only
 */
export async function discoverSpeech(
  context: Needs,
  signal: AbortSignal,
  ports: readonly number[],
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
  // This one address may be probed before it is listed; all other checks apply.
  const network = () => ({ policy: 'desktop', allowPrivate: [address] }) as const
  const door = { ...context, network }
  const [models, audioVoices, health, piper] = await Promise.all(
    ['/v1/models', '/v1/audio/voices', '/health', '/voices'].map((path) =>
      probeOffer(door, { url: root + path, timeoutMs: PROBE_MS, signal }),
    ),
  )
  const nothing = { speaks: [], hears: [], voices: [] }
  if (health?.headers.server === 'whisper.cpp')
    return { kind: 'whisper-cpp', baseUrl: root, ...nothing }
  const audio = audioOfferIn(models, audioVoices)
  if (audio.speaks.length + audio.hears.length + audio.voices.length > 0)
    return { kind: 'openai-audio', baseUrl: `${root}/v1`, ...audio }
  const voices = piperVoicesIn(piper)
  if (voices.length === 0) return undefined
  return { kind: 'piper', baseUrl: root, ...nothing, voices }
}
