import type { EmailSecurity } from '#contracts/email.ts'
import { fault } from '#contracts/faults.ts'
import { reachOf } from '../http/address.ts'
import { OutgoingError } from '../http/outgoing-error.ts'
import { type ConnectNeeds, routeTo } from '../http/route.ts'

interface MailHost {
  readonly host: string
  readonly port: number
  readonly security: EmailSecurity
}

/**
 * The checked address of a mail server; without encryption it must be private.
 * @throws OutgoingError `blocked`
 */
export async function checkedAddress(
  context: ConnectNeeds,
  { host, port, security }: MailHost,
  signal: AbortSignal,
): Promise<string> {
  const { target, lookup } = await routeTo(context, `https://${host}:${port}`, signal)
  const address = await new Promise<string>((resolve, reject) => {
    lookup(target.host, { all: false }, (error, found) =>
      error ? reject(error) : resolve(String(found)),
    )
  })
  if (security === 'none' && reachOf(address) !== 'private')
    throw new OutgoingError('blocked', fault('email_tls_required'), true)
  return address
}
