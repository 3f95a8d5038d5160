import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { Context } from '../../../context.ts'
import { chatModels } from '../../platform/lookups/models.ts'
import type { ModelRow } from '../../platform/lookups/queries.ts'

/** A model that may answer, with its price and its client. */
export interface Candidate {
  readonly row: ModelRow
  readonly model: LanguageModelV4
}

/** An assistant's usable models, in order. */
export function candidatesOf(
  { db, models }: Pick<Context, 'db' | 'models'>,
  assistant: Parameters<typeof chatModels>[1],
): Candidate[] {
  return chatModels(db, assistant).flatMap((row) => {
    const model = models.of(row)
    return model ? [{ row, model }] : []
  })
}
