import { signal } from '@preact/signals'
import type { TemplateCategory } from '#contracts/enums.ts'
import type { MessengerTemplate } from '#contracts/messenger-senders.ts'
import { type Api, explain, showRefusal } from '../../../../app/api.ts'
import type { Live } from '../../../../app/live.ts'

export type TemplatesModel = ReturnType<typeof createTemplatesModel>

/** The templates of a sender, and the form of a new one. */
export function createTemplatesModel(
  api: Api,
  live: Pick<Live, 'subscribe' | 'onResume'>,
  senderId: number,
) {
  const params = { id: senderId }
  const list = signal<readonly MessengerTemplate[]>()
  const error = signal<string>()
  const isAdding = signal(false)
  const isSyncing = signal(false)
  const syncFailure = signal<string>()
  const name = signal('')
  const language = signal('en')
  const category = signal<TemplateCategory>('utility')
  const text = signal('')
  const errors = signal<Readonly<Record<string, string>>>({})
  const failure = signal<string>()
  const busy = signal(false)

  async function load(): Promise<void> {
    error.value = undefined
    try {
      list.value = (await api.listMessengerTemplates({ params, query: { status: 'all' } })).data
    } catch (reason) {
      error.value = explain(reason)
    }
  }

  /** Reads the templates from the sender's service. */
  async function sync(): Promise<void> {
    if (isSyncing.value) return
    isSyncing.value = true
    syncFailure.value = undefined
    try {
      list.value = (await api.syncMessengerTemplates({ params })).data
    } catch (reason) {
      syncFailure.value = explain(reason)
    } finally {
      isSyncing.value = false
    }
  }

  /** Submits the new template; input is kept on failure. */
  async function add(): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    errors.value = {}
    failure.value = undefined
    try {
      await api.createMessengerTemplate({
        params,
        body: {
          name: name.value.trim(),
          language: language.value.trim(),
          category: category.value,
          body_text: text.value,
        },
      })
      name.value = ''
      text.value = ''
      isAdding.value = false
      await load()
      return true
    } catch (reason) {
      showRefusal(reason, errors, failure)
      return false
    } finally {
      busy.value = false
    }
  }

  const stops = [
    live.subscribe(({ type }) => {
      if (type.startsWith('messenger_template.')) void load()
    }),
    live.onResume(() => void load()),
  ]
  void load()
  return {
    list,
    error,
    isAdding,
    isSyncing,
    syncFailure,
    sync,
    name,
    language,
    category,
    text,
    errors,
    failure,
    busy,
    load,
    add,
    async remove(id: number): Promise<void> {
      await api.deleteMessengerTemplate({ params: { ...params, template: id } })
      list.value = list.value?.filter((template) => template.id !== id)
    },
    stop(): void {
      for (const stop of stops) stop()
    },
  }
}
