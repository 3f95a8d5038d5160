import { z } from 'zod'
import type { AssistantChange } from './assistant-fields.ts'
import { MAX_PICTURE } from './constants.ts'

/* Portable assistant documents, which another Parley server can import: database ids are replaced by names. */

/** Fields that hold ids in the database and names in an exported document. */
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
  mcp_tool_ids: 'mcp_tools',
  synthesizer_provider_id: 'synthesizer_provider',
  transcriber_provider_id: 'transcriber_provider',
} as const satisfies Partial<Record<keyof AssistantChange, string>>

/** An exported assistant. */
export const AssistantDocument = z.object({
  parley_assistant: z.literal(1).describe('Version of the format.'),
  exported_at: z.iso.datetime(),
  fields: z
    .record(z.string(), z.json())
    .describe(
      'The settings; voices, languages, models and providers by code, tools and knowledge bases by name.',
    ),
  picture: z
    .string()
    .max(Math.ceil((MAX_PICTURE * 4) / 3) + 4)
    .nullable()
    .default(null)
    .describe('The picture, a JPEG in Base64.'),
})
export type AssistantDocument = z.output<typeof AssistantDocument>
