import { expect } from 'vitest'
import { confirmEmail } from '#contracts/email-confirmations.ts'
import { updateProfile } from '#contracts/operators.ts'
import type { serverWithMail } from './email.ts'
import { partsOfMail } from './mail-server.ts'
import type { signedInOwner } from './operators.ts'

type Server = Awaited<ReturnType<typeof serverWithMail>>
type Call = Awaited<ReturnType<typeof signedInOwner>>['call']

/** Emails that ask to confirm an address, once that many have been sent. */
export async function confirmationsTo({ mail, clock }: Server, address: string, count: number) {
  const found = () =>
    mail.received
      .filter(({ to }) => to.includes(address))
      .map(({ raw }) => partsOfMail(raw))
      .flatMap((parts) => {
        const secret = /#confirm=([\w-]+)/.exec(parts.text)?.[1]
        return secret === undefined ? [] : [{ ...parts, secret }]
      })
  await expect
    .poll(async () => {
      await clock.advance(100)
      return found().length
    })
    .toBe(count)
  return found()
}

/** Gives an operator an address, and opens the link that is sent to it, which leaves no email behind. */
export async function confirmOwnAddress(server: Server, call: Call, email: string): Promise<void> {
  await call(updateProfile, { body: { email } })
  const [sent] = await confirmationsTo(server, email, 1)
  await call(confirmEmail, { body: { token: sent!.secret } })
  const { received } = server.mail
  received.splice(
    received.findIndex(({ to }) => to.includes(email)),
    1,
  )
}
