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
  .describe('An `embedding` model is used for semantic search; assistants cannot select it.')
export type ModelKind = z.output<typeof ModelKind>

const price = dollars(MAX_PRICE).describe('USD per million tokens.')

/** Configuration of a model. */
export const NewProviderModel = z.object({
  model: requiredText(200).describe('The provider’s id of the model.'),
  name: requiredText(100)
    .nullable()
    .optional()
    .describe('Display name; the provider’s id if omitted.'),
  kind: defaulted(ModelKind, 'chat'),
  input_price: defaulted(price, 0),
  output_price: defaulted(price, 0),
  context_tokens: integer(256, 100_000_000)
    .nullable()
    .optional()
    .describe('Context window of the model, tokens for input and output together, if known.'),
})
export type NewProviderModel = z.output<typeof NewProviderModel>

export const ProviderModel = z.object({
  id: ReplyId.describe(
    'The `llm_model_id` for assistants. It is stable, even if the model is removed and added again.',
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
  has_key: z.boolean().describe('Whether a key is stored. Keys are encrypted and never returned.'),
  is_enabled: z.boolean(),
  error: z
    .string()
    .nullable()
    .describe('Reason why its models cannot currently answer, as a sentence.'),
  models: z.array(ProviderModel),
  created_at: DateTime,
})
export type ModelProvider = z.output<typeof ModelProvider>

const name = requiredText(100)
const baseUrl = WebUrl.refine((url) => !/[?#]/.test(url), {
  error: issue('has_query'),
})
  .meta({ examples: ['https://api.example.com/v1'] })
  .describe('Base URL before `/chat/completions`, usually ending in `/v1`.')
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
      .describe(
        'The model configured in the environment (`PARLEY_LLM_URL`), which can only be changed there.',
      ),
    secrets: z
      .enum(['environment', 'file', 'memory', 'none'])
      .describe('Location of the encryption key; with `none`, API keys cannot be stored.'),
    can_discover: z
      .boolean()
      .describe('Whether the caller may discover model servers on this machine.'),
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
    key: key.nullable().optional().describe('API key; stored encrypted and never returned.'),
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
    'A key belongs to the address it was entered for: with a different host or port it must be sent again. `null` deletes it.',
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
  confirm: 'Remove this provider? Assistants that use its models will no longer be able to answer.',
  examples: { reply: { message: 'Model provider deleted successfully' } },
  reply: z.object({ message: z.string() }),
})

export const ConnectionTest = z.object({
  ok: z.boolean(),
  message: z.string().describe('Result, as a sentence.'),
  models: z.array(z.string()).describe('Models that the provider lists, if it does.'),
  model: z.string().nullable().describe('The tested model.'),
  reply: z.string().nullable().describe('The model’s reply.'),
  first_token_ms: z.int().nullable().describe('Time to the first token, ms.'),
  dimensions: z.int().nullable().describe('Dimensions of the vectors of an embedding model.'),
})
export type ConnectionTest = z.output<typeof ConnectionTest>

export const testModelProvider = endpoint({
  method: 'post',
  path: '/user/model-providers/test',
  capability: 'server.providers',
  summary: 'Test a model provider: list its models and send a short prompt; nothing is stored',
  description:
    'For unsaved settings, those of a saved provider (`id`), or both: omitted ones are taken from the saved provider. A stored key is never sent to any other address.',
  body: z.object({
    id: optional(Id).describe('Id of a saved provider.'),
    base_url: optional(baseUrl),
    key: key.nullable().optional(),
    model: optional(requiredText(200)).describe('Model to test; default: the first one.'),
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
    'For the owner, signed in with a link from the machine itself. Requests the models only from the default ports of Ollama, LM Studio, llama.cpp and vLLM on the loopback address.',
  refusals: [...desk, PUBLIC_ONLY],
  reply: z.object({
    data: z.array(
      z.object({
        preset: LocalPreset,
        name: z.string(),
        base_url: z.string(),
        models: z.array(z.string()),
        embeddings: z
          .array(z.string())
          .describe('Those that compute embeddings, judging by their names.'),
        provider_id: z.int().nullable().describe('Set if it has already been added.'),
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
    'Also adds its address to the private ones that may be called. Its models are free; prices can be set afterwards.',
  params: z.object({ preset: LocalPreset }),
  status: 201,
  refusals: [...desk, PUBLIC_ONLY, 'nothing_answers', 'already_added'],
  examples: { reply: { message: 'Model provider created successfully' } },
  reply: Saved,
})
