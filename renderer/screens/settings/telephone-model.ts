import { signal } from '@preact/signals'
import { ApiError } from '#contracts/client.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { TelephoneSettings, testTelephone } from '#contracts/telephone.ts'
import { type Api, explain } from '../../app/api.ts'

export type TelephoneModel = ReturnType<typeof createTelephoneModel>

/** Result of testing everything that calls need. */
export type TelephoneTest = ReplyOf<typeof testTelephone>

/** Carrier of telephone calls. */
export function createTelephoneModel(api: Api) {
  const settings = signal<TelephoneSettings>()
  const error = signal<string>()
  /** Only the owner may see the settings. */
  const isAllowed = signal(true)
  const result = signal<TelephoneTest>()
  const failure = signal<string>()
  const isTesting = signal(false)

  async function load(): Promise<void> {
    error.value = undefined
    try {
      settings.value = await api.getTelephone()
      result.value = undefined
    } catch (reason) {
      if (reason instanceof ApiError && reason.status === 403) isAllowed.value = false
      else error.value = explain(reason)
    }
  }

  /** Runs the test; undefined if it could not be run. */
  async function test(): Promise<TelephoneTest | undefined> {
    if (isTesting.value) return undefined
    isTesting.value = true
    failure.value = undefined
    result.value = undefined
    try {
      result.value = await api.testTelephone()
      return result.value
    } catch (reason) {
      failure.value = explain(reason)
      return undefined
    } finally {
      isTesting.value = false
    }
  }

  void load()
  return {
    settings,
    error,
    isAllowed,
    result,
    failure,
    isTesting,
    load,
    test,
    /** Turns calls on or off; rejects with a message for the user. */
    async turn(isOn: boolean): Promise<void> {
      try {
        settings.value = await api.setTelephone({ body: { is_on: isOn } })
      } catch (reason) {
        throw new Error(explain(reason))
      }
    },
  }
}
