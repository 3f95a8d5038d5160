import { signal } from '@preact/signals'
import type { InboxView } from '#contracts/inbox-views.ts'
import type { Label } from '#contracts/labels.ts'
import { type Api, explain } from '../../../app/api.ts'
import type { Filter } from '../../../app/inbox/filter.ts'
import type { InboxModel } from '../../../app/inbox/model.ts'
import type { Live } from '../../../app/live.ts'
import type { Toasts } from '../../../app/toasts.ts'
import { nextColour } from './label-colour.ts'

interface Needs {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe'>
  readonly toasts: Toasts
  readonly inbox: Pick<InboxModel, 'count' | 'onReload'>
}

export type ViewsModel = ReturnType<typeof createViewsModel>

/** The operator's own views, and the labels of the account. */
export function createViewsModel({ api, live, toasts, inbox }: Needs) {
  const saved = signal<readonly InboxView[]>([])
  const labels = signal<readonly Label[]>([])

  async function load(): Promise<void> {
    try {
      const [views, all] = await Promise.all([api.listInboxViews(), api.listLabels()])
      saved.value = views.data
      labels.value = all.data
    } catch {
      // The list itself reports the error; views and labels are loaded with the next attempt.
    }
  }

  async function attempt(action: () => Promise<void>): Promise<boolean> {
    try {
      await action()
      void inbox.count()
      return true
    } catch (failure) {
      toasts.show(explain(failure), 'danger')
      return false
    }
  }

  const ends = [
    live.subscribe((event) => {
      if (event.type !== 'labels.changed') return
      labels.value = event.data.data
      // Saved views name the label that is left.
      if (event.data.merged) void load()
    }),
    inbox.onReload(() => void load()),
  ]

  return {
    saved,
    labels,
    load,
    /** Saves the current filter as a view; throws errors for the form to show. */
    async save(name: string, filter: Filter): Promise<void> {
      const { data } = await api.createInboxView({ body: { name, filters: filter as object } })
      saved.value = [...saved.value, data]
      void inbox.count()
    },
    async rename(id: number, name: string): Promise<void> {
      const { data } = await api.updateInboxView({ params: { id }, body: { name } })
      saved.value = saved.value.map((view) => (view.id === id ? data : view))
    },
    remove: (view: InboxView) =>
      attempt(async () => {
        await api.deleteInboxView({ params: { id: view.id } })
        saved.value = saved.value.filter(({ id }) => id !== view.id)
      }),
    /** Creates a label; throws errors for the field to show. */
    async createLabel(name: string): Promise<Label> {
      const colour = nextColour(labels.value.length)
      const { data } = await api.createLabel({ body: { name, colour } })
      if (!labels.value.some(({ id }) => id === data.id)) labels.value = [...labels.value, data]
      void inbox.count()
      return data
    },
    stop: () => {
      for (const end of ends) end()
    },
  }
}
