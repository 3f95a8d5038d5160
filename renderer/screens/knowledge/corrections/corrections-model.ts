import type { Correction } from '#contracts/corrections.ts'
import { assistantOptions } from '../../records/assistant-options.ts'
import { createRecordsModel, type RecordsDeps } from '../../records/model.ts'

export type CorrectionsModel = ReturnType<typeof createCorrectionsModel>

/** Drafts of assistants with what people sent instead, by page. */
export function createCorrectionsModel(deps: RecordsDeps) {
  const { api } = deps
  const list = createRecordsModel<Correction, 'assistant_id' | 'state'>(deps, {
    name: 'corrections',
    read: api.listCorrections,
    filters: { assistant_id: undefined, state: ['done'] },
    keyOf: ({ id }) => id,
  })

  /** Records what became of a correction, which then leaves the list; resolves to what undoes it. */
  async function settle(
    { id, status: before }: Correction,
    status: Correction['status'],
  ): Promise<() => Promise<void>> {
    const params = { id }
    await api.updateCorrection({ params, body: { status } })
    list.drop(id)
    return async () => {
      await api.updateCorrection({ params, body: { status: before } })
      await list.load()
    }
  }

  return { ...list, assistants: assistantOptions(api), settle }
}
