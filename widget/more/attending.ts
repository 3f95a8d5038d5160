import type { Api } from '../api.ts'
import { MAX_MESSAGE } from '../length.ts'
import { aboutPage } from '../page.ts'
import type { State } from '../state.ts'
import type { Storage } from '../storage.ts'
import { calls } from './calls.ts'
import { createTypist } from './typist.ts'

/** Time for a page that has changed its URL to update its title, ms. */
const TITLE_DELAY = 500
/** Polling interval for URL changes in browsers without an event for them, ms. */
const POLL_INTERVAL = 1000

interface AttendingOptions {
  readonly api: Api
  readonly storage: Storage
  readonly state: State
  readonly signal: AbortSignal
}

export type Attending = ReturnType<typeof createAttending>

/** Reports a known visitor's activity to the desk: their current page and that they are typing. */
export function createAttending({ api, storage, state, signal }: AttendingOptions) {
  let last: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const typist = createTypist((active) => {
    const { conversation } = storage.read()
    const text = active && isShown() ? [...state.draft].slice(0, MAX_MESSAGE).join('') : undefined
    if (conversation)
      calls(api)
        .typing(conversation, active, text)
        .catch(() => {})
  }, isShown)

  /** True if the desk may see what is being typed. */
  function isShown(): boolean {
    return state.assistant?.draft_preview === true
  }

  /** Reports the current page if it has changed. */
  function visit(): void {
    clearTimeout(timer)
    // The chat may have been destroyed before this part was loaded.
    if (signal.aborted) return
    timer = setTimeout(() => {
      const page = aboutPage()
      if (!page.page_url || page.page_url === last || !storage.read().token) return
      last = page.page_url
      calls(api)
        .visit(page)
        .catch(() => {})
    }, TITLE_DELAY)
  }

  // Without the Navigation API, there is no event for URL changes made by the page itself.
  let poll: ReturnType<typeof setInterval> | undefined
  if (!globalThis.navigation && !signal.aborted) {
    let seen = location.href
    poll = setInterval(() => {
      if (document.hidden || seen === location.href) return
      seen = location.href
      visit()
    }, POLL_INTERVAL)
  }
  signal.addEventListener('abort', () => {
    clearInterval(poll)
    clearTimeout(timer)
  })

  return { ...typist, visit }
}
