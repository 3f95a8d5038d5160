import type { Access } from './access.ts'
import { type Endpoint, secretOf } from './openapi.ts'

/** A response as received. */
export interface Received {
  readonly status: number
  readonly ms: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The body as JSON; undefined if it is not JSON. */
  readonly body: unknown
  /** The body as displayed. */
  readonly text: string
  /** Number of characters that are not shown. */
  readonly left: number
}

/** Result of a call. */
export type Outcome =
  | (Received & { readonly isGood: boolean; readonly advice: string | undefined })
  | { readonly failure: string }

/** Headers worth showing. */
const TELLING = [
  'content-type',
  'content-length',
  'x-request-id',
  'retry-after',
  'allow',
  'www-authenticate',
]

/** Maximum length of a displayed body, characters; longer ones slow the page down. */
const MAX_SHOWN = 100_000

/** Reads a response to the end. */
export async function readAnswer(response: Response, elapsed: () => number): Promise<Received> {
  const raw = await response.text()
  const ms = Math.round(elapsed())
  const body = jsonOf(raw)
  const text = body === undefined ? raw : JSON.stringify(body, null, 2)
  return {
    status: response.status,
    ms,
    headers: TELLING.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    }),
    body,
    text: text.slice(0, MAX_SHOWN),
    left: Math.max(0, text.length - MAX_SHOWN),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A response, and advice on what to do about it. */
export function outcomeOf(answer: Received, endpoint: Endpoint, access: Access): Outcome {
  return {
    ...answer,
    isGood: answer.status < 400,
    advice: adviceOn(answer.status, endpoint, access),
  }
}

function adviceOn(status: number, endpoint: Endpoint, access: Access): string | undefined {
  if (status === 429) return 'Too many requests. Wait for the seconds given in `retry-after`.'
  if (status !== 401) return undefined
  const { kind } = secretOf(endpoint)
  if (kind === 'none') return 'The credentials are missing or wrong.'
  const hasSecret = access.secretFor(kind) !== undefined
  if (kind === 'token') {
    return hasSecret
      ? 'This visitor’s token is unknown, or has expired through disuse. `POST /widget/session` returns a new one.'
      : 'This is for visitors: paste the token that `POST /widget/session` returned into "Visitor’s token" above.'
  }
  return hasSecret
    ? 'This key is unknown. Did you paste all of it, including the number and the bar? It may have been revoked.'
    : 'No key was sent and nobody is signed in here. Paste a key into "API key" above, or sign in to Parley in this browser.'
}
