import { z } from 'zod'
import { issue } from './faults.ts'

/** A language as a tag of BCP 47. */
export const LanguageTag = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, { error: issue('not_language_tag') })
  .meta({ title: 'language tag', examples: ['de', 'pt-BR'] })

/** A message in another language, shown only at the desk. */
export const MessageTranslation = z.object({
  language: LanguageTag.nullable().describe('Null if unknown.'),
  content: z.string(),
  is_original: z
    .boolean()
    .describe('Whether it is what the operator wrote, and the message itself is the translation.'),
})
export type MessageTranslation = z.output<typeof MessageTranslation>
