import type { Api } from '../api.ts'
import { MAX_MESSAGE } from '../length.ts'
import { aboutPage } from '../page.ts'
import type { State } from '../state.ts'
import type { Storage } from '../storage.ts'
import { calls } from './calls.ts'
import { createTypist } from './typist.ts'

/** A page that has just changed its address changes its title within this time, ms. */
const SETTLES = 500
/** Interval at which the address is compared where no event reports its changes, ms. */
const LOOK_EVERY = 1000

interface AttendingOptions {
  readonly api: Api
  readonly storage: Storage
  readonly state: State
  readonly signal: AbortSignal
}

export type Attending = ReturnType<typeof createAttending>

/** Tells the desk what a visitor it knows is doing: on which page they are, that they are typing. */
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

  /** The page may be another one. */
  function visit(): void {
    clearTimeout(timer)
    // This part may have come after the chat was gone.
    if (signal.aborted) return
    timer = setTimeout(() => {
      const page = aboutPage()
      if (!page.page_url || page.page_url === last || !storage.read().token) return
      last = page.page_url
      calls(api)
        .visit(page)
        .catch(() => {})
    }, SETTLES)
  }

  // Browsers without the Navigation API say nothing when a page changes its address by itself.
  let look: ReturnType<typeof setInterval> | undefined
  if (!globalThis.navigation && !signal.aborted) {
    let seen = location.href
    look = setInterval(() => {
      if (document.hidden || seen === location.href) return
      seen = location.href
      visit()
    }, LOOK_EVERY)
  }
  signal.addEventListener('abort', () => {
    clearInterval(look)
    clearTimeout(timer)
  })

  return { ...typist, visit }
}
