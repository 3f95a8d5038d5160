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
      .describe('Keys of built-in tools are left out unless they are asked for.'),
  }),
  refusals: ['assistant_not_found'],
  reply: AssistantDocument,
})

/** A part of an imported document that cannot be adopted as it is. */
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
  capability: 'assistants',
  summary: 'Create an assistant from an exported document, or check it with a dry run',
  description:
    'With `dry_run` nothing is created: the answer lists what does not fit. `replacements` are fields of an assistant that stand in place of what the document says. The new assistant is inactive.',
  body: z.object({
    document: JsonObject.describe('What `GET /user/assistants/{id}/export` answered.'),
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
    data: AssistantSummary.nullable().describe('The new assistant; null after a dry run.'),
    problems: z.array(ImportProblem),
  }),
})
