import { z } from 'zod'
import { AssistantDocument } from './assistant-document.ts'
import { AssistantChange } from './assistant-fields.ts'
import { AssistantSummary } from './assistants.ts'
import { endpoint } from './endpoint.ts'
import { defaulted, Flag, Id, JsonObject, optional, sparse } from './scalars.ts'

export const exportAssistant = endpoint({
  method: 'get',
  path: '/user/assistants/:id/export',
  capability: 'assistants',
  summary: 'Export an assistant as a document that another Parley can import',
  params: z.object({ id: Id }),
  query: z.object({
    secrets: z
      .enum(['include'])
      .optional()
      .describe('Whether to include the keys of built-in tools, which are omitted by default.'),
  }),
  refusals: ['assistant_not_found'],
  reply: AssistantDocument,
})

/** A part of an imported document that cannot be adopted as it is. */
export const ImportProblem = z.object({
  field: z.string().describe('Field of the assistant; nested fields are separated by dots.'),
  value: z.string().nullable().describe('Value in the document.'),
  message: z.string(),
  severity: z
    .enum(['blocking', 'left_out', 'note'])
    .describe(
      'Whether a replacement is required before the assistant can be created, the setting is omitted, or the problem is only informative.',
    ),
})
export type ImportProblem = z.output<typeof ImportProblem>

export const importAssistant = endpoint({
  method: 'post',
  path: '/user/assistants/import',
  capability: 'assistants',
  summary: 'Create an assistant from an exported document, or check it with a dry run',
  description:
    'With `dry_run` nothing is created, and the response lists the problems. `replacements` are assistant fields that override the document. The new assistant is inactive.',
  body: z.object({
    document: JsonObject.describe('The response of `GET /user/assistants/{id}/export`.'),
    dry_run: defaulted(Flag, false),
    replacements: optional(sparse(AssistantChange)),
  }),
  invalid: 'validation_failed',
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
    data: AssistantSummary.nullable().describe('The new assistant; null for a dry run.'),
    problems: z.array(ImportProblem),
  }),
})
