import { type Api, ApiError } from './api.ts'

const LOOPBACK = /^https?:..(localhost|127\.|\[::1)/

/** Why there is no chat: it is not offered here, or nothing answers just now. */
export type Trouble = 'gone' | 'unreachable'

/** Finds out why an assistant cannot be had, and tells the site's owner what to do about it. */
export async function diagnose(error: unknown, api: Api, assistant: string): Promise<Trouble> {
  const status = error instanceof ApiError ? error.status : 0
  // A refusal that the browser keeps from us looks like no answer, except that something answers.
  const isRefused = status === 403 || (status === 0 && (await api.answers(assistant)))
  if (!isRefused && status !== 404) return 'unreachable'
  say(
    `assistant ${assistant} is not active, or not for this site: add ${location.origin} to its websites in Parley › Assistants › Embed.`,
  )
  return 'gone'
}

/** A public page works with a loopback Parley on its owner's machine only, which is easy to miss there. */
export function warnOfLoopback(origin: string): void {
  if (LOOPBACK.test(origin) && !LOOPBACK.test(location.href)) {
    say(`${origin} is this machine only: visitors elsewhere need a public address.`)
  }
}

function say(words: string): void {
  console.warn(`Parley: ${words}`)
}
