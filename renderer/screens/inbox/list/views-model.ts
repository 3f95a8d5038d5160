import { signal } from '@preact/signals'
import type { BodyOf } from '#contracts/endpoint.ts'
import type { createInboxView, InboxView, NamedFilter } from '#contracts/inbox-views.ts'
import type { Label } from '#contracts/labels.ts'
import { type Api, explain } from '../../../app/api.ts'
import type { InboxModel } from '../../../app/inbox/model.ts'
import type { Live, LiveEvent } from '../../../app/live.ts'
import type { Team } from '../../../app/people/team.ts'
import type { SessionModel } from '../../../app/session/model.ts'
import type { Toasts } from '../../../app/toasts.ts'
import { moved } from '../../../ui/use-reorder.ts'
import { nextColour } from './label-colour.ts'

interface Needs {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe'>
  readonly toasts: Toasts
  readonly inbox: Pick<InboxModel, 'count' | 'onReload'>
  readonly session: Pick<SessionModel, 'may'>
  readonly team: Pick<Team, 'me' | 'nameOf'>
}

export type ViewsModel = ReturnType<typeof createViewsModel>

/** Fields of a view that can be changed. */
type ViewChange = Partial<BodyOf<typeof createInboxView>>

/** Filters that name something by its id. */
const NAMING: readonly NamedFilter[] = ['assignee', 'team', 'assistant_id', 'labels']

/** Events after which a view may name something deleted, or no longer. */
const RENAMING: readonly LiveEvent['type'][] = [
  'labels.changed',
  'teams.changed',
  'operator.deleted',
  'assistant.created',
  'assistant.updated',
  'assistant.deleted',
]

const sharedFirst = (views: readonly InboxView[]): readonly InboxView[] => [
  ...views.filter(({ is_shared }) => is_shared),
  ...views.filter(({ is_shared }) => !is_shared),
]

/** The saved views that the operator sees, and the labels of the account. */
export function createViewsModel({ api, live, toasts, inbox, session, team }: Needs) {
  /** The shared ones first, each list in its order. */
  const saved = signal<readonly InboxView[]>([])
  const labels = signal<readonly Label[]>([])
  const isLoaded = signal(false)
  /** Reason why the views could not be loaded. */
  const error = signal<string>()

  const load = () => Promise.all([loadViews(), loadLabels()])

  async function loadViews(): Promise<void> {
    try {
      saved.value = (await api.listInboxViews()).data
      isLoaded.value = true
      error.value = undefined
    } catch (failure) {
      error.value = explain(failure)
    }
  }

  async function loadLabels(): Promise<void> {
    // The list itself reports the error; labels are loaded with the next attempt.
    labels.value = await api.listLabels().then(
      ({ data }) => data,
      () => labels.value,
    )
  }

  const isOwn = ({ operator_id }: InboxView) => operator_id === team.me.value?.id

  /** Replaces a view, or adds it to its list. */
  function put(view: InboxView): InboxView {
    const known = saved.value.find(({ id }) => id === view.id)
    const isInPlace = known?.is_shared === view.is_shared
    const others = saved.value.filter(({ id }) => id !== view.id)
    saved.value = isInPlace
      ? saved.value.map((one) => (one.id === view.id ? view : one))
      : sharedFirst([...others, view])
    void inbox.count()
    return view
  }

  /** Drops a view that is gone, or has become a colleague's own. */
  function drop(view: InboxView): InboxView {
    saved.value = saved.value.filter(({ id }) => id !== view.id)
    return view
  }

  /** Performs an action and shows why it failed. */
  async function attempt<result>(action: () => Promise<result>): Promise<result | undefined> {
    try {
      return await action()
    } catch (failure) {
      toasts.show(explain(failure), 'danger')
      return undefined
    }
  }

  function apply(event: LiveEvent): void {
    if (event.type === 'labels.changed') labels.value = event.data.data
    if (event.type === 'inbox_views.changed') {
      const { is_shared, data } = event.data
      saved.value = sharedFirst([
        ...saved.value.filter((view) => view.is_shared !== is_shared),
        ...data,
      ])
    }
    const isNaming = ({ filters }: InboxView) => NAMING.some((name) => filters[name] !== undefined)
    if (RENAMING.includes(event.type) && saved.value.some(isNaming)) void loadViews()
  }

  const ends = [live.subscribe(apply), inbox.onReload(() => void load())]

  const listOf = ({ is_shared }: InboxView) =>
    saved.value.filter((view) => view.is_shared === is_shared)

  const mayShare = () => session.may('conversations.change') && session.may('account')

  return {
    saved,
    labels,
    isLoaded,
    error,
    load,
    mayShare,
    /** Reports whether the operator may change a view: their own, and what others share if they manage the account. */
    mayChange: (view: InboxView): boolean =>
      session.may('conversations.change') && (isOwn(view) || session.may('account')),
    /** Name of the colleague whose own view it becomes when it is no longer shared; undefined if it becomes the operator's. */
    ownerOf: (view: InboxView): string | undefined =>
      isOwn(view) ? undefined : team.nameOf(view.operator_id),
    /** Views that a view can be moved among; none if the operator may not sort them. */
    neighbours: (view: InboxView): readonly InboxView[] =>
      (view.is_shared ? mayShare() : session.may('conversations.change')) ? listOf(view) : [],
    /** Saves a view; throws errors for the form to show. */
    create: async (body: BodyOf<typeof createInboxView>): Promise<InboxView> =>
      put((await api.createInboxView({ body })).data),
    /** Changes a view; throws errors for the form to show. */
    change: async ({ id, is_shared }: InboxView, body: ViewChange): Promise<InboxView> => {
      const { data } = await api.updateInboxView({ params: { id }, body })
      return is_shared && !data.is_shared && !isOwn(data) ? drop(data) : put(data)
    },
    /** Deletes a view; false if that failed. */
    remove: async (view: InboxView): Promise<boolean> => {
      const reply = await attempt(() => api.deleteInboxView({ params: { id: view.id } }))
      if (reply) drop(view)
      return reply !== undefined
    },
    /** Undoes the deletion of a view. */
    restore: async ({ id }: InboxView): Promise<void> => {
      put((await api.restoreInboxView({ params: { id } })).data)
      // Its place is known only to the server.
      await loadViews()
    },
    /** Moves a view up or down in its list. */
    move: async (view: InboxView, by: 1 | -1): Promise<void> => {
      const list = listOf(view)
      const from = list.findIndex(({ id }) => id === view.id)
      const ids = moved(list, from, from + by).map(({ id }) => id)
      const { is_shared } = view
      const reply = await attempt(() => api.sortInboxViews({ body: { ids, is_shared } }))
      if (reply)
        saved.value = sharedFirst([
          ...saved.value.filter((one) => one.is_shared !== is_shared),
          ...reply.data,
        ])
    },
    attempt,
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
