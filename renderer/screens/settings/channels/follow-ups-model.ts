import { signal } from '@preact/signals'
import type { AssistantFollowUp } from '#contracts/email.ts'
import { type Api, explain } from '../../../app/api.ts'

export type FollowUpsModel = ReturnType<typeof createFollowUpsModel>

/** When each assistant’s unseen replies go out by email. */
export function createFollowUpsModel(api: Api) {
  const list = signal<readonly AssistantFollowUp[]>()
  const failure = signal<string>()
  /** Assistant that is being saved. */
  const busy = signal<number>()

  async function attempt(act: () => Promise<{ readonly data: readonly AssistantFollowUp[] }>) {
    failure.value = undefined
    try {
      list.value = (await act()).data
    } catch (reason) {
      failure.value = explain(reason)
    }
  }

  void attempt(() => api.listEmailFollowUps())
  return {
    list,
    failure,
    busy,
    async save({ assistant_id: id, is_on, minutes }: AssistantFollowUp): Promise<void> {
      busy.value = id
      await attempt(() => api.setEmailFollowUp({ params: { id }, body: { is_on, minutes } }))
      busy.value = undefined
    },
  }
}
