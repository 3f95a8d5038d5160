import { signal } from '@preact/signals'
import type { TimelineItem, TimelineKind } from '#contracts/contact-timeline.ts'
import { type Api, explain } from '../../../app/api.ts'

/** Filters of the timeline, each with the kinds that it shows. */
const SHOWN = {
  all: [],
  chats: ['chat'],
  emails: ['email'],
  messages: ['messenger', 'sms', 'text'],
  calls: ['call'],
  notes: ['note'],
} as const satisfies Record<string, readonly TimelineKind[]>
export type TimelineFilter = keyof typeof SHOWN

export const TIMELINE_FILTERS = Object.keys(SHOWN) as readonly TimelineFilter[]

export type TimelineModel = ReturnType<typeof createTimelineModel>

/** A contact's timeline: newest items first, older ones on request. */
export function createTimelineModel({ api, id }: { readonly api: Api; readonly id: string }) {
  const items = signal<readonly TimelineItem[]>()
  const filter = signal<TimelineFilter>('all')
  const error = signal<string>()
  const isBusy = signal(false)
  /** Place of the next page; null at the end. */
  const next = signal<string | null>(null)
  let asked = 0
  /** Items to show, so that a page that is on its way is not forgotten when the timeline is read again. */
  let wanted = 0

  function read(before: string | undefined) {
    const kinds = SHOWN[filter.value].join(',')
    return api.getContactTimeline({
      params: { id },
      query: { ...(kinds !== '' && { kinds }), ...(before !== undefined && { before }) },
    })
  }

  async function run(work: (isCurrent: () => boolean) => Promise<void>): Promise<void> {
    const turn = ++asked
    const isCurrent = () => turn === asked
    isBusy.value = true
    try {
      await work(isCurrent)
      if (isCurrent()) error.value = undefined
    } catch (failure) {
      if (isCurrent()) error.value = explain(failure)
    } finally {
      if (isCurrent()) isBusy.value = false
    }
  }

  /** Reads the timeline as far as it is shown. */
  function load(): Promise<void> {
    wanted = Math.max(wanted, items.value?.length ?? 0)
    return run(async (isCurrent) => {
      let page = await read(undefined)
      const found = [...page.data]
      while (found.length < wanted && page.before !== null) {
        page = await read(page.before)
        found.push(...page.data)
      }
      if (!isCurrent()) return
      items.value = found
      next.value = page.before
    })
  }

  /** Reads the next page. */
  function more(): Promise<void> {
    const before = next.value
    if (before === null) return Promise.resolve()
    wanted = (items.value?.length ?? 0) + 1
    return run(async (isCurrent) => {
      const page = await read(before)
      if (!isCurrent()) return
      const known = new Set(items.value?.map(({ key }) => key))
      items.value = [...(items.value ?? []), ...page.data.filter(({ key }) => !known.has(key))]
      next.value = page.before
    })
  }

  function narrow(to: TimelineFilter): void {
    filter.value = to
    wanted = 0
    items.value = undefined
    next.value = null
    void load()
  }

  return { items, filter, error, isBusy, next, load, more, narrow }
}
