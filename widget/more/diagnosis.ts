import { isLoopback } from '#contracts/loopback.ts'
import { type Api, ApiError } from '../api.ts'
import type { ChatModel } from '../model.ts'

/** Reason why there is no chat: it is not offered here, or nothing answers now. */
export type Trouble = 'gone' | 'unreachable'

/** Finds out why an assistant cannot be had, and tells the site's owner what to do about it. */
export async function diagnose(error: unknown, api: Api, assistant: string): Promise<Trouble> {
  const status = error instanceof ApiError ? error.status : 0
  // A refusal that the browser keeps from us looks like no answer, except that something answers.
  const isRefused = status === 403 || (status === 0 && (await answers(api.base)))
  if (!isRefused && status !== 404) return 'unreachable'
  // A frame in a sandbox has no name that a list could have.
  const isNameless = self.origin === 'null'
  say(
    isNameless
      ? 'the sandbox of this frame needs allow-same-origin.'
      : `assistant ${assistant} is not active, or not for this site: add ${location.origin} to its websites in Parley › Assistants › Embed.`,
  )
  return 'gone'
}

/** Reports whether Parley is reachable, even if it rejects this website: its files are public. */
function answers(base: string): Promise<boolean> {
  return fetch(new URL('/widget.js', base), { method: 'HEAD' }).then(
    ({ ok }) => ok,
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
