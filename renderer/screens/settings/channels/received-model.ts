import { signal } from '@preact/signals'
import type { ReceivedEmail, ReceivedEmailDetail } from '#contracts/email-receiving.ts'
import { type Api, explain } from '../../../app/api.ts'

/** The latest emails that came in, and the one that is read. */
export function createReceivedModel(api: Api) {
  const list = signal<readonly ReceivedEmail[]>()
  const error = signal<string>()
  const opened = signal<ReceivedEmailDetail>()

  async function load(): Promise<void> {
    error.value = undefined
    try {
      list.value = (await api.listReceivedEmails()).data
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
        opened.value = await api.getReceivedEmail({ params: { id } })
      } catch (reason) {
        throw new Error(explain(reason))
      }
    },
    close(): void {
      opened.value = undefined
    },
  }
}
