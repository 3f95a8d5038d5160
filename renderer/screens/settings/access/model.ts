import { signal } from '@preact/signals'
import type { OperatorSession } from '#contracts/access.ts'
import { type Api, explain } from '../../../app/api.ts'

export type AccessModel = ReturnType<typeof createAccessModel>

/** Browser sessions and sign-in links of the account, and ending them. */
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
    /** Asks before everybody else is signed out. */
    isEndingAll,
    load,
    async end({ id }: OperatorSession): Promise<void> {
      await api.endSession({ params: { id } })
      sessions.value = sessions.value?.filter((session) => session.id !== id)
    },
    /** Signs everybody else out; returns how many sessions that ended. */
    async endAll(): Promise<number> {
      const { ended } = await api.endOtherSessions()
      await load()
      return ended
    },
  }
}
