import { isLoopback } from '#contracts/loopback.ts'
import type { Api } from '../api.ts'
import { ApiError } from '../api-error.ts'
import type { ChatModel } from '../model.ts'
import type { Options } from '../options.ts'
import { fallAsleep } from './fall-asleep.ts'

/**
 * Reason why there is no chat: it is not offered here, nothing responds, or Parley's files load but its API does not, as
 * behind an ad blocker or a proxy that only passes files.
 */
export type Trouble = 'gone' | 'unreachable' | 'blocked'

/** Timeout of a probe, ms. */
const PROBE_PATIENCE = 1200

/**
 * Determines why an assistant is not available, and logs what the site's owner can do about it; undefined if it is an
 * answer pack that answers now.
 */
export async function diagnose(
  error: unknown,
  model: ChatModel,
  options: Options,
): Promise<Trouble | undefined> {
  const { assistant = '' } = options
  const trouble = await troubleOf(error, model.tools.api, assistant)
  const isAsleep = trouble === 'unreachable' && (await fallAsleep(model, options))
  return isAsleep ? undefined : trouble
}

async function troubleOf(error: unknown, api: Api, assistant: string): Promise<Trouble> {
  const status = error instanceof ApiError ? error.status : 0
  if (status === 0) {
    if (!(await answers(new URL('/widget.js', api.base), { method: 'HEAD' }))) return 'unreachable'
    // A response blocked by CORS looks like none, but a `no-cors` request tells the two apart.
    const question = `${api.base}assistants/${assistant}`
    const signal = AbortSignal.timeout(PROBE_PATIENCE)
    const isAnswered = await answers(question, { mode: 'no-cors', credentials: 'omit', signal })
    // A server that times out has problems of its own.
    if (!isAnswered) return signal.aborted ? 'unreachable' : 'blocked'
  } else if (![403, 404].includes(status)) return 'unreachable'
  // A sandboxed frame has an opaque origin, which no list of websites can contain.
  const isNameless = self.origin === 'null'
  say(
    isNameless
      ? 'the sandbox of this frame needs allow-same-origin.'
      : `assistant ${assistant} is not active, or not for this site: add ${location.origin} to its websites in Parley › Assistants › Embed.`,
  )
  return 'gone'
}

/** Reports whether a request succeeds; an opaque response counts, since its status is hidden. */
function answers(url: string | URL, manner: RequestInit): Promise<boolean> {
  return fetch(url, manner).then(
    ({ ok, type }) => ok || type === 'opaque',
    () => false,
  )
}

/** Maximum wait while the browser asks for permission to access this machine, ms. */
const LOOPBACK_PATIENCE = 1500

/** Warns that a public page with a Parley on loopback works only on its owner's machine, which is easy to miss there. */
export function warnOfLoopback(address: string, model: ChatModel): void {
  // A `srcdoc` frame has its page's origin, but no URL of its own.
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
