import { signal } from '@preact/signals'
import type { EmailReception, Strangers } from '#contracts/email-receiving.ts'
import { type Api, explain, showRefusal } from '../../../app/api.ts'

export type ReceptionModel = ReturnType<typeof createReceptionModel>

/** Form of the rules for incoming email. */
interface ReceptionFields {
  readonly strangers: Strangers
  /** One address or domain per line. */
  readonly listed: string
  /** Id; empty for none. */
  readonly assistant: string
  readonly has_tags: boolean
}

/** Rules for incoming email and their form. */
export function createReceptionModel(api: Api) {
  const fields = signal<ReceptionFields>()
  const error = signal<string>()
  const faults = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)

  function take({ strangers, listed, assistant_id, has_tags }: EmailReception): void {
    const assistant = assistant_id === null ? '' : String(assistant_id)
    fields.value = { strangers, listed: listed.join('\n'), assistant, has_tags }
    faults.value = {}
  }

  async function load(): Promise<void> {
    error.value = undefined
    try {
      take(await api.getEmailReception())
    } catch (reason) {
      error.value = explain(reason)
    }
  }

  /** Saves the rules; input is kept on failure. */
  async function save(): Promise<boolean> {
    if (busy.value || !fields.value) return false
    const { strangers, listed, assistant, has_tags } = fields.value
    busy.value = true
    failure.value = undefined
    try {
      const body = {
        strangers,
        listed: listed.split(/[\s,;]+/).filter((entry) => entry !== ''),
        assistant_id: assistant === '' ? null : Number(assistant),
        has_tags,
      }
      take(await api.setEmailReception({ body }))
      return true
    } catch (reason) {
      showRefusal(reason, faults, failure)
      return false
    } finally {
      busy.value = false
    }
  }

  void load()
  return {
    fields,
    error,
    faults,
    failure,
    busy,
    load,
    save,
    edit(changes: Partial<ReceptionFields>): void {
      if (fields.value) fields.value = { ...fields.value, ...changes }
    },
  }
}
