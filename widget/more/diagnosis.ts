import { isLoopback } from '#contracts/loopback.ts'
import { type Api, ApiError } from '../api.ts'
import type { ChatModel } from '../model.ts'

/**
 * Reason why there is no chat: it is not offered here, nothing answers now, or Parley's files come and its API does not,
 * as behind a blocker or a proxy that lets files through only.
 */
export type Trouble = 'gone' | 'unreachable' | 'blocked'

/** An answer that takes longer than this is none, ms. */
const PROBE_PATIENCE = 1200

/** Finds out why an assistant cannot be had, and tells the site's owner what to do about it. */
export async function diagnose(error: unknown, api: Api, assistant: string): Promise<Trouble> {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 0) {
    if (!(await answers(new URL('/widget.js', api.base), { method: 'HEAD' }))) return 'unreachable'
    // A refusal that the browser keeps from us looks like no answer, except that something answers.
    const question = `${api.base}assistants/${assistant}`
    const signal = AbortSignal.timeout(PROBE_PATIENCE)
    const isAnswered = await answers(question, { mode: 'no-cors', credentials: 'omit', signal })
    // Who says nothing at all is a server with troubles of its own.
    if (!isAnswered) return signal.aborted ? 'unreachable' : 'blocked'
  } else if (![403, 404].includes(status)) return 'unreachable'
  // A frame in a sandbox has no name that a list could have.
  const isNameless = self.origin === 'null'
  say(
    isNameless
      ? 'the sandbox of this frame needs allow-same-origin.'
      : `assistant ${assistant} is not active, or not for this site: add ${location.origin} to its websites in Parley › Assistants › Embed.`,
  )
  return 'gone'
}

/** Reports whether anything is answered; what it says cannot be read where the browser keeps it from the page. */
function answers(url: string | URL, manner: RequestInit): Promise<boolean> {
  return fetch(url, manner).then(
    ({ ok, type }) => ok || type === 'opaque',
    () => false,
  )
}

/** After this long nobody waits any more for a browser that asks whether it may reach this machine, ms. */
const LOOPBACK_PATIENCE = 1500

/** A public page works with a loopback Parley on its owner's machine only, which is easy to miss there. */
export function warnOfLoopback(address: string, model: ChatModel): void {
  // A frame of a document that is written into it has its page's origin, and no address of its own.
  const page = location.origin === 'null' ? self.origin : location.origin
  if (page === 'null' || !isOnLoopback(address) || isOnLoopback(page)) return
  say(
    `${address} is this machine only: visitors elsewhere need a public address. See Parley › Assistants › Embed.`,
  )
  setTimeout(() => {
    if (!model.state.assistant) model.set({ trouble: 'unreachable' })
  }, LOOPBACK_PATIENCE)
}

const isOnLoopback = (address: string) => isLoopback(new URL(address).hostname)

function say(words: string): void {
  console.warn(`Parley: ${words}`)
}
