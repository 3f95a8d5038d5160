import { signal } from '@preact/signals'
import { explain } from '../../../app/api.ts'

interface Source<item, detail> {
  readonly list: () => Promise<{ readonly data: readonly item[] }>
  readonly read: (id: number) => Promise<detail>
}

export type MailListModel<item, detail> = ReturnType<typeof createMailListModel<item, detail>>

/** The latest emails of one direction, and the one that is read. */
export function createMailListModel<item, detail>(source: Source<item, detail>) {
  const list = signal<readonly item[]>()
  const error = signal<string>()
  const opened = signal<detail>()

  async function load(): Promise<void> {
    error.value = undefined
    try {
      list.value = (await source.list()).data
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
        opened.value = await source.read(id)
      } catch (reason) {
        throw new Error(explain(reason))
      }
    },
    close(): void {
      opened.value = undefined
    },
  }
}
