import { SPEECH_KINDS } from '#contracts/speech-kinds.ts'
import { hintOf } from '#contracts/voice-hint.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { discoverSpeech, type FoundSpeechServer } from '../../providers/speech/discover.ts'
import { lookupQueries } from '../platform/lookups/queries.ts'
import { networkQueries } from '../platform/network/queries.ts'
import { type ServiceRow, serviceQueries } from './queries.ts'
import { addService } from './save.ts'

type Finding = Pick<Context, 'config' | 'sleep' | 'lookup' | 'port' | 'version'>

type Needs = Finding & Pick<Context, 'db' | 'now' | 'vault' | 'write' | 'randomBytes'>

const NAMES: Readonly<Record<FoundSpeechServer['kind'], string>> = {
  'openai-audio': 'Speech server',
  piper: 'Piper',
  'whisper-cpp': 'whisper.cpp',
}

/**
 * Probes the loopback address of this machine for speech servers.
 * @throws AppError `public_addresses_only` if the policy allows public addresses only
 */
export const findServers = (context: Finding): Promise<FoundSpeechServer[]> =>
  discoverSpeech(context, new AbortController().signal, context.config.localSpeech)

/** A discovered server as the API returns it. */
export const presentFound = (
  { db }: Pick<Context, 'db'>,
  userId: number,
  { kind, baseUrl, speaks, hears, voices }: FoundSpeechServer,
) => ({
  port: portOf(baseUrl),
  name: NAMES[kind],
  kind,
  base_url: baseUrl,
  speech_models: [...speaks],
  transcription_models: [...hears],
  voices: [...voices],
  provider_id: serviceQueries(db).at(userId, baseUrl) ?? null,
})

/**
 * Adds a discovered server with its voices, and allows its address for the account.
 * @throws AppError `nothing_answers` if it is no longer there, `already_added`
 */
export async function addFound(context: Needs, userId: number, port: number): Promise<ServiceRow> {
  const { db, write, now } = context
  const found = await findServers(context)
  const server = found.find(({ baseUrl }) => portOf(baseUrl) === port)
  if (!server) throw new AppError('nothing_answers')
  const { kind, baseUrl } = server
  const services = serviceQueries(db)
  return await write((tx) => {
    if (services.at(userId, baseUrl) !== undefined) throw new AppError('already_added')
    networkQueries(db).insert(tx, userId, new URL(baseUrl).host, now())
    const isTaken = services.named(userId, NAMES[kind]) !== undefined
    const speaks = SPEECH_KINDS[kind].speaks !== 'none'
    return addService(tx, context, userId, {
      name: isTaken ? `${NAMES[kind]} (${port})` : NAMES[kind],
      kind,
      base_url: baseUrl,
      is_enabled: true,
      hearing_price: 0,
      speaking_price: 0,
      characters_price: 0,
      speech_model: server.speaks[0] ?? null,
      transcription_model: server.hears[0] ?? null,
      voices: speaks ? voicesOf(db, server) : [],
    })
  })
}

const portOf = (baseUrl: string): number => Number(new URL(baseUrl).port)

/** The server's voices in languages that assistants support. */
function voicesOf(db: Context['db'], { voices }: FoundSpeechServer) {
  const languages = new Map(
    lookupQueries(db)
      .languages()
      .map(({ id, iso_2 }) => [iso_2, id]),
  )
  return [...new Set(voices)].flatMap((voice) => {
    const { language, gender } = hintOf(voice)
    const language_id = languages.get(language)
    return language_id === undefined ? [] : [{ voice, language_id, gender }]
  })
}
