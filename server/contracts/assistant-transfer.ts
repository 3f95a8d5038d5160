import { z } from 'zod'
import { AssistantChange } from './assistant-fields.ts'
import { AssistantSummary } from './assistants.ts'
import { endpoint } from './endpoint.ts'
import { defaulted, Flag, Id, JsonObject, optional, sparse } from './scalars.ts'

/*
 * Assistants as documents that another Parley understands: what is an id in one database goes by its name.
 */

/** What is an id here, and what it is called in a document. */
export const PORTABLE_NAMES = {
  voice_id: 'voice',
  language_id: 'language',
  secondary_language_ids: 'secondary_languages',
  llm_model_id: 'llm_model',
  multimodal_model_id: 'multimodal_model',
  chat_llm_fallback_id: 'chat_llm_fallback',
  knowledgebase_id: 'knowledgebase',
  phone_number_id: 'phone_number',
  tool_ids: 'custom_tools',
  synthesizer_provider_id: 'synthesizer_provider',
  transcriber_provider_id: 'transcriber_provider',
} as const satisfies Partial<Record<keyof AssistantChange, string>>

/** An assistant as a document. */
export const AssistantDocument = z.object({
  parley_assistant: z.literal(1).describe('The format.'),
  exported_at: z.iso.datetime(),
  fields: z
    .record(z.string(), z.json())
    .describe(
      'The settings; voices, languages, models and providers by their codes, tools and knowledge bases by name.',
    ),
})
export type AssistantDocument = z.output<typeof AssistantDocument>

export const exportAssistant = endpoint({
  method: 'get',
  path: '/user/assistants/:id/export',
  summary: 'An assistant as a document that another Parley can import',
  params: z.object({ id: Id }),
  query: z.object({
    secrets: z
      .enum(['include'])
      .optional()
      .describe('Keys of built-in tools are left out unless they are asked for.'),
  }),
  refusals: { 404: ['Assistant not found'] },
  reply: AssistantDocument,
})

/** Something about a document that cannot be as it is there. */
export const ImportProblem = z.object({
  field: z.string().describe('The field of the assistant, nested ones with dots.'),
  value: z.string().nullable().describe('What the document says.'),
  message: z.string(),
  severity: z
    .enum(['blocking', 'left_out', 'note'])
    .describe(
      'Whether nothing can be created until a replacement is chosen, the setting is left out, or it is only worth knowing.',
    ),
})
export type ImportProblem = z.output<typeof ImportProblem>

export const importAssistant = endpoint({
  method: 'post',
  path: '/user/assistants/import',
  summary: 'Create an assistant from an exported document, or see first what would not fit',
  description:
    'With `dry_run` nothing is created: the answer lists what does not fit. `replacements` are fields of an assistant that stand in place of what the document says. The new assistant is inactive.',
  body: z.object({
    document: JsonObject.describe('What `GET /user/assistants/{id}/export` answered.'),
    dry_run: defaulted(Flag, false),
    replacements: optional(sparse(AssistantChange)),
  }),
  invalid: 'Validation failed',
  examples: {
    body: {
      document: {
        parley_assistant: 1,
        exported_at: '2026-03-14T09:26:53.000Z',
        fields: { name: 'Front desk' },
      },
      dry_run: true,
      replacements: { name: 'Front desk' },
    },
  },
  reply: z.object({
    message: z.string(),
    data: AssistantSummary.nullable().describe('The new assistant; null after a dry run.'),
    problems: z.array(ImportProblem),
  }),
})
