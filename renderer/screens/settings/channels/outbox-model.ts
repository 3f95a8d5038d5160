import { signal } from '@preact/signals'
import type { Email, EmailDetail } from '#contracts/email.ts'
import { type Api, explain } from '../../../app/api.ts'

/** The latest emails to visitors, and the one that is read. */
export function createOutboxModel(api: Api) {
  const list = signal<readonly Email[]>()
  const error = signal<string>()
  const opened = signal<EmailDetail>()

  async function load(): Promise<void> {
    error.value = undefined
    try {
      list.value = (await api.listEmails()).data
    } catch (reason) {
      error.value = explain(reason)
    }
  }

  void load()
  return {
    list,
    error,
    opened,
    load,
    /** Rejects with a message for the user. */
    async open(id: number): Promise<void> {
      try {
        opened.value = await api.getEmail({ params: { id } })
      } catch (reason) {
        throw new Error(explain(reason))
      }
    },
    close(): void {
      opened.value = undefined
    },
  }
}
