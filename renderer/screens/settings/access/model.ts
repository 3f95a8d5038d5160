import { signal } from '@preact/signals'
import type { OperatorSession } from '#contracts/access.ts'
import { type Api, explain } from '../../../app/api.ts'

export type AccessModel = ReturnType<typeof createAccessModel>

/** Browser sessions and sign-in links of the account, and revoking them. */
export function createAccessModel(api: Api) {
  const sessions = signal<readonly OperatorSession[]>()
  const error = signal<string>()
  const isEndingAll = signal(false)

  async function load(): Promise<void> {
    error.value = undefined
    try {
      sessions.value = (await api.listSessions()).data
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  return {
    sessions,
    error,
    /** True while the confirmation for signing out everybody else is open. */
    isEndingAll,
    load,
    async end({ id }: OperatorSession): Promise<void> {
      await api.endSession({ params: { id } })
      sessions.value = sessions.value?.filter((session) => session.id !== id)
    },
    /** Ends all other sessions; resolves to their number. */
    async endAll(): Promise<number> {
      const { ended } = await api.endOtherSessions()
      await load()
      return ended
    },
  }
}
