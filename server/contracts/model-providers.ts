import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { issue } from './faults.ts'
import {
  DateTime,
  defaulted,
  dollars,
  Flag,
  Id,
  integer,
  optional,
  ReplyId,
  requiredText,
  WebUrl,
} from './scalars.ts'

/*
 * Services with an OpenAI-compatible API that provide models to this server. Its owner configures them; the assistants of every
 * account choose from their models (`GET /user/assistants/models`).
 */

const MAX_MODELS = 200
/** Maximum price of a million tokens, USD. */
const MAX_PRICE = 10_000

export const ModelKind = z
  .enum(['chat', 'embedding'])
  .describe('An `embedding` model helps to find knowledge; no assistant can choose it.')
export type ModelKind = z.output<typeof ModelKind>

const price = dollars(MAX_PRICE).describe('USD for a million tokens.')

/** Configuration of a model. */
export const NewProviderModel = z.object({
  model: requiredText(200).describe('What the provider calls it.'),
  name: requiredText(100)
    .nullable()
    .optional()
    .describe('What it is called here; what the provider calls it unless said otherwise.'),
  kind: defaulted(ModelKind, 'chat'),
  input_price: defaulted(price, 0),
  output_price: defaulted(price, 0),
  context_tokens: integer(256, 100_000_000)
    .nullable()
    .optional()
    .describe('Tokens that fit into one call, question and answer together, where that is known.'),
})
export type NewProviderModel = z.output<typeof NewProviderModel>

export const ProviderModel = z.object({
  id: ReplyId.describe(
    'The `llm_model_id` of assistants. It stays, also when the model is taken away and added again.',
  ),
  model: z.string(),
  name: z.string(),
  kind: ModelKind,
  input_price: z.number(),
  output_price: z.number(),
  context_tokens: z.int().nullable(),
})
export type ProviderModel = z.output<typeof ProviderModel>

export const ModelProvider = z.object({
  id: ReplyId,
  name: z.string(),
  base_url: z.string(),
  has_key: z.boolean().describe('The key is kept encrypted and never shown.'),
  is_enabled: z.boolean(),
  error: z.string().nullable().describe('Why its models cannot answer now, in a sentence.'),
  models: z.array(ProviderModel),
  created_at: DateTime,
})
export type ModelProvider = z.output<typeof ModelProvider>

const name = requiredText(100)
const baseUrl = WebUrl.refine((url) => !/[?#]/.test(url), {
  error: issue('has_query'),
})
  .meta({ examples: ['https://api.example.com/v1'] })
  .describe('What comes before `/chat/completions`; usually it ends with `/v1`.')
const key = requiredText(1000).regex(/^[\x21-\x7e]+$/, {
  error: issue('not_ascii'),
})
const models = z
  .array(NewProviderModel)
  .max(MAX_MODELS)
  .superRefine((all, context) => {
    for (const [index, { model }] of all.entries()) {
      if (all.findIndex((other) => other.model === model) === index) continue
      const message = issue('duplicate')
      context.addIssue({ code: 'custom', path: [index, 'model'], message })
    }
  })

const params = z.object({ id: Id })
const Saved = z.object({ message: z.string(), data: ModelProvider })
const NOT_FOUND = 'model_provider_not_found'
const NO_KEYRING = 'no_keyring'

export const listModelProviders = endpoint({
  method: 'get',
  path: '/user/model-providers',
  capability: 'server.providers',
  summary: 'List model providers',
  reply: z.object({
    data: z.array(ModelProvider),
    environment: z
      .object({ name: z.string(), base_url: z.string(), error: z.string().nullable() })
      .nullable()
      .describe('The model that the environment names (`PARLEY_LLM_URL`); it is changed there.'),
    secrets: z
      .enum(['environment', 'file', 'memory', 'none'])
      .describe('Where the key to the secrets is; with `none`, no key can be kept.'),
    can_discover: z
      .boolean()
      .describe('Whether whoever asks may have this machine looked through for models.'),
  }),
})

export const createModelProvider = endpoint({
  method: 'post',
  path: '/user/model-providers',
  capability: 'server.providers',
  summary: 'Add an OpenAI-compatible model provider',
  body: z.object({
    name,
    base_url: baseUrl,
    key: key.nullable().optional().describe('Kept encrypted, never shown again.'),
    is_enabled: defaulted(Flag, true),
    models: defaulted(models, []),
  }),
  status: 201,
  refusals: [NO_KEYRING],
  examples: {
    body: {
      name: 'Example AI',
      base_url: 'https://api.example.com/v1',
      models: [{ model: 'small-chat', input_price: 0.15, output_price: 0.6 }],
    },
    reply: { message: 'Model provider created successfully' },
  },
  reply: Saved,
})

export const updateModelProvider = endpoint({
  method: 'put',
  path: '/user/model-providers/:id',
  capability: 'server.providers',
  summary:
    'Update a model provider; omitted fields are unchanged, `models` replaces the entire list',
  description:
    'A key belongs to the address it was entered for: with another host or port it must be sent again. `null` forgets it.',
  params,
  body: z.object({
    name: name.optional(),
    base_url: baseUrl.optional(),
    key: key.nullable().optional(),
    is_enabled: Flag.optional(),
    models: models.optional(),
  }),
  refusals: [NOT_FOUND, NO_KEYRING],
  examples: { reply: { message: 'Model provider updated successfully' } },
  reply: Saved,
})

export const deleteModelProvider = endpoint({
  method: 'delete',
  path: '/user/model-providers/:id',
  capability: 'server.providers',
  summary:
    'Delete a model provider and its key; assistants that use its models can no longer answer',
  params,
  refusals: [NOT_FOUND],
  confirm: 'Remove this provider? Assistants that use its models cannot answer any more.',
  examples: { reply: { message: 'Model provider deleted successfully' } },
  reply: z.object({ message: z.string() }),
})

export const ConnectionTest = z.object({
  ok: z.boolean(),
  message: z.string().describe('What came of it, in a sentence.'),
  models: z.array(z.string()).describe('What the provider offers, where it says so.'),
  model: z.string().nullable().describe('The model that was asked.'),
  reply: z.string().nullable().describe('What it said.'),
  first_token_ms: z.int().nullable().describe('Until its first word.'),
  dimensions: z.int().nullable().describe('Length of the vectors of an embedding model.'),
})
export type ConnectionTest = z.output<typeof ConnectionTest>

export const testModelProvider = endpoint({
  method: 'post',
  path: '/user/model-providers/test',
  capability: 'server.providers',
  summary: 'Test a model provider: list its models and send a short prompt; nothing is stored',
  description:
    'For values that are not saved, or those of a saved service (`id`), or both: what is not sent is taken from it. A kept key is sent to no other address than its own.',
  body: z.object({
    id: optional(Id).describe('A saved service.'),
    base_url: optional(baseUrl),
    key: key.nullable().optional(),
    model: optional(requiredText(200)).describe(
      'Whom to ask; the first one unless said otherwise.',
    ),
    kind: defaulted(ModelKind, 'chat'),
  }),
  refusals: [NOT_FOUND],
  examples: {
    reply: {
      ok: false,
      message: 'The provider answers, and has no model.',
      model: null,
      reply: null,
    },
  },
  reply: ConnectionTest,
})

/** A program that serves models on this machine. */
export const LocalPreset = z.enum(['ollama', 'lm_studio', 'llama_cpp', 'vllm'])
export type LocalPreset = z.output<typeof LocalPreset>

const desk = ['sign_in_by_link'] as const
const PUBLIC_ONLY = 'public_addresses_only'

export const discoverModelProviders = endpoint({
  method: 'post',
  path: '/user/model-providers/discover',
  capability: 'server.discovery',
  summary: 'Discover model servers on this machine',
  description:
    'For the owner, signed in with a link from the machine itself. Asks the usual ports of Ollama, LM Studio, llama.cpp and vLLM on the loopback address for their models, and nothing else.',
  refusals: [...desk, PUBLIC_ONLY],
  reply: z.object({
    data: z.array(
      z.object({
        preset: LocalPreset,
        name: z.string(),
        base_url: z.string(),
        models: z.array(z.string()),
        provider_id: z.int().nullable().describe('Set when it has been added already.'),
      }),
    ),
  }),
})

export const addFoundModelProvider = endpoint({
  method: 'post',
  path: '/user/model-providers/found/:preset',
  capability: 'server.discovery',
  summary: 'Add a discovered model server with all its models',
  description:
    'Also lists its address among the private ones that may be called. Its models cost nothing; prices can be set afterwards.',
  params: z.object({ preset: LocalPreset }),
  status: 201,
  refusals: [...desk, PUBLIC_ONLY, 'nothing_answers', 'already_added'],
  examples: { reply: { message: 'Model provider created successfully' } },
  reply: Saved,
})
