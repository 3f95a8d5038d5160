import { type Fault, fault, mapTexts } from '#contracts/faults.ts'
import { OutgoingError } from '../http/outgoing-error.ts'

/** Access to a service, whose token appears in no fault. */
interface Access {
  readonly url: string
  readonly token: string
}

/** The base URL without a slash at its end. */
export const baseOf = ({ url }: Pick<Access, 'url'>): string => url.replace(/\/+$/, '')

/**
 * A failure without a response; `unknown` if the request may have left.
 * @throws any other error than an OutgoingError
 */
export function failureOf(access: Pick<Access, 'token'>, error: unknown) {
  if (!(error instanceof OutgoingError)) throw error
  const reason = fault('outgoing_failed', { reason: withoutToken(error.fault, access) })
  if (error.mayHaveLeft) return { kind: 'unknown', reason } as const
  return { kind: error.code === 'blocked' ? 'refused' : 'unreached', reason } as const
}

/** A form as it is sent, by the platform's encoder, so that a name cannot escape its part. */
export async function encoded(form: FormData): Promise<{ type: string; body: Buffer }> {
  const response = new Response(form)
  const type = response.headers.get('content-type')!
  return { type, body: Buffer.from(await response.arrayBuffer()) }
}

/** Maximum length of a service's words that is kept, UTF-16 units. */
const MAX_WORDS = 300

/** A service's words without the token and control characters, cut. */
export const withoutToken = (reason: Fault, { token }: Pick<Access, 'token'>): Fault =>
  mapTexts(reason, (text) =>
    text
      .replaceAll(token, '…')
      .replace(/\p{Cc}+/gu, ' ')
      .slice(0, MAX_WORDS)
      .toWellFormed(),
  )
