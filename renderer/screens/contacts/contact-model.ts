import { signal } from '@preact/signals'
import type { Contact, ContactDetail } from '#contracts/contacts.ts'
import { type Api, explain } from '../../app/api.ts'
import type { Live, LiveEvent } from '../../app/live.ts'
import type { Keep } from '../../app/storage.ts'
import { createDetailsModel } from './details-model.ts'
import { createTimelineModel } from './timeline/model.ts'

interface Needs {
  readonly api: Api
  readonly live: Pick<Live, 'subscribe' | 'onResume'>
  readonly storage: Keep
  readonly id: string
}

/** Debounce of reloads after events, ms. */
const DEBOUNCE_MS = 500

export type ContactModel = ReturnType<typeof createContactModel>

/** A contact, kept up to date by the stream. */
export function createContactModel({ api, live, storage, id }: Needs) {
  const contact = signal<ContactDetail>()
  const error = signal<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeline = createTimelineModel({ api, id })
  let isOver = false

  async function load(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    void timeline.load()
    try {
      const read = await api.getContact({ params: { id } })
      if (!isOver) contact.value = read
      error.value = undefined
    } catch (failure) {
      if (!contact.value) error.value = explain(failure)
    }
  }

  function change(details: Partial<Contact>): void {
    if (contact.value) contact.value = { ...contact.value, ...details }
  }

  function handleEvent(event: LiveEvent): void {
    const known = contact.value
    if (!known) return
    if (event.type === 'contact.deleted' && event.data.id === id) return void leave()
    if (isNews(event, known)) soon()
    else if (aboutOf(event) === id) apply(known, event)
  }

  function apply(known: ContactDetail, { type, data }: LiveEvent): void {
    if (type === 'contact.updated') {
      change(data)
      // Others may have been merged into it, or split off.
      soon()
    } else if (type === 'presence') change({ online: data.online })
    else if (type === 'visiting') visit(known, data)
  }

  function visit(known: ContactDetail, { url, title, at }: ContactDetail['pages'][number]): void {
    const pages = known.pages[0]?.url === url ? known.pages : [{ url, title, at }, ...known.pages]
    contact.value = { ...known, page_url: url, page_title: title, pages: pages.slice(0, 50) }
  }

  /** The contact was deleted: reloading shows it. */
  function leave(): void {
    contact.value = undefined
    void load()
  }

  function soon(): void {
    timer ??= setTimeout(() => void load(), DEBOUNCE_MS)
  }

  const stop = [live.subscribe(handleEvent), live.onResume(() => void load())]

  return {
    contact,
    error,
    timeline,
    details: createDetailsModel({ api, storage, contact: id, onChange: change }),
    load,
    stop(): void {
      isOver = true
      clearTimeout(timer)
      for (const end of stop) end()
    },
  }
}

/** Reports whether something on the contact's page may have changed. */
function isNews({ type, data }: LiveEvent, { id, conversations }: ContactDetail): boolean {
  if (type === 'conversation.created' || type === 'conversation.updated')
    return data.visitor?.id === id
  if (type === 'message.created' || type.startsWith('note.'))
    return conversations.some((one) => 'conversation_id' in data && one.id === data.conversation_id)
  // Calls and text messages are found by number, so any of them may be this contact's.
  return /^(call|sms)\.(created|updated|deleted)$/.test(type)
}

/** Id of the contact that an event concerns, if any. */
function aboutOf({ type, data }: LiveEvent): string | undefined {
  if (type === 'contact.updated') return data.id
  return type === 'presence' || type === 'visiting' ? data.visitor_id : undefined
}
