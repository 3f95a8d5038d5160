import type { LocalPreset } from '#contracts/model-providers.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { callsPrivateAddresses } from '../platform/network/policy.ts'
import { networkQueries } from '../platform/network/queries.ts'
import { listOffered, looksLikeEmbedding } from './list-models.ts'
import { modelProviderQueries, type ProviderRow } from './queries.ts'
import { addProvider } from './save.ts'

type Needs = Pick<
  Context,
  | 'db'
  | 'events'
  | 'now'
  | 'vault'
  | 'models'
  | 'config'
  | 'sleep'
  | 'lookup'
  | 'port'
  | 'version'
  | 'write'
>

const NAMES: Readonly<Record<LocalPreset, string>> = {
  ollama: 'Ollama',
  lm_studio: 'LM Studio',
  llama_cpp: 'llama.cpp',
  vllm: 'vLLM',
}

/** A model server on this machine. */
export interface FoundProgram {
  readonly preset: LocalPreset
  readonly name: string
  readonly base_url: string
  readonly models: readonly string[]
}

/** Timeout for a local server to list its models, ms. */
const PROBE_MS = 1500

/**
 * Discovers model servers: at one fixed port each, on this machine's loopback address, with a single `GET /v1/models`.
 * Other addresses cannot be probed.
 * @throws AppError `conflict` under the policy that permits only public addresses
 */
export async function discover(context: Needs): Promise<FoundProgram[]> {
  if (!callsPrivateAddresses(context)) throw new AppError('public_addresses_only')
  const presets = Object.keys(NAMES) as LocalPreset[]
  const found = await Promise.all(presets.map((preset) => probe(context, preset)))
  return found.filter((program) => program !== undefined)
}

/**
 * Adds a discovered model server, and allows its address for the owner.
 * @throws AppError `conflict` if it is not running, or has already been added
 */
export async function addFound(
  context: Needs,
  userId: number,
  preset: LocalPreset,
): Promise<ProviderRow> {
  const program = (await discover(context)).find((one) => one.preset === preset)
  if (!program) throw new AppError('nothing_answers')
  const { db, write, now } = context
  const { base_url } = program
  const providers = modelProviderQueries(db)
  return await write((tx) => {
    if (providers.at(base_url) !== undefined) throw new AppError('already_added')
    networkQueries(db).insert(tx, userId, new URL(base_url).host, now())
    const isTaken = providers.named(program.name) !== undefined
    return addProvider(tx, context, {
      name: isTaken ? `${program.name} (${new URL(base_url).port})` : program.name,
      base_url,
      key: undefined,
      is_enabled: true,
      models: program.models.map((model) => ({
        model,
        kind: looksLikeEmbedding(model) ? 'embedding' : 'chat',
        input_price: 0,
        output_price: 0,
      })),
    })
  })
}

async function probe(context: Needs, preset: LocalPreset): Promise<FoundProgram | undefined> {
  const address = `127.0.0.1:${context.config.localModels[preset]}`
  const base_url = `http://${address}/v1`
  // This one address is probed before it is on the list; the same egress guard applies.
  const network = () => ({ policy: 'desktop', allowPrivate: [address] }) as const
  const offer = await listOffered(
    { ...context, network },
    { baseUrl: base_url, key: undefined, timeoutMs: PROBE_MS },
  )
  return 'models' in offer
    ? { preset, name: NAMES[preset], base_url, models: offer.models.slice(0, 200) }
    : undefined
}
