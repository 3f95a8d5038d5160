import type { Context } from '../../context.ts'
import type { PassageRow } from './passage-queries.ts'
import { findPassages } from './search.ts'

type Needs = Parameters<typeof findPassages>[0] & Pick<Context, 'config'>

/** Settings of an assistant that affect its searches. */
export interface Searching {
  readonly knowledgebase_id: number | null
  readonly language: string
}

/** Search result for the model, with its passages as sources of the answer. */
export interface KnowledgeResult {
  readonly result: {
    readonly passages: readonly {
      readonly heading: string
      readonly content: string
      readonly source: string
    }[]
    readonly note?: string
  }
  readonly passages: readonly PassageRow[]
}

const NOTHING = 'Nothing was found. Try other words once; if nothing answers the question, say so.'

/**
 * The tool with which a model searches the knowledge base itself (`knowledgebase_mode` `function_call`); undefined for
 * an assistant without a knowledge base.
 */
export function knowledgeTool(context: Needs, { knowledgebase_id: baseId, language }: Searching) {
  if (baseId === null) return undefined
  return {
    name: 'search_knowledge',
    description:
      'Searches the documents that this assistant may answer from. Call it before you answer a question about facts; rely on what it returns and invent nothing.',
    schema: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          description: 'What to look for: the question in full, in the language of the visitor.',
        },
      },
      required: ['query'],
      additionalProperties: false,
    },
    async run(query: string): Promise<KnowledgeResult> {
      const asked = { question: query.slice(0, 1000), previous: undefined, language }
      const limit = context.config.limits.passages
      const { passages } = await findPassages(context, baseId, { ...asked, limit })
      const found = passages.map(({ heading, content, document_name, document_url }) => ({
        heading,
        content,
        source: document_url ?? document_name,
      }))
      return {
        result: { passages: found, ...(found.length === 0 && { note: NOTHING }) },
        passages,
      }
    },
  } as const
}
