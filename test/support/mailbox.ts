import { expect } from 'vitest'
import { setEmailMailbox } from '#contracts/email-mailbox.ts'
import { serverWithOutbox } from './email.ts'
import { startImapServer } from './imap-stand-in.ts'
import { emailedVisitor, writeMail } from './incoming-mail.ts'
import { allowing } from './server.ts'

/** A server that reads a mailbox, and a visitor who has been written to. */
export async function serverWithMailbox(options: Parameters<typeof serverWithOutbox>[0] = {}) {
  const imap = await startImapServer()
  imap.deliver(writeMail({ text: 'It was there before.' }))
  const server = await serverWithOutbox({ ...allowing(imap.address), ...options })
  const visitor = await emailedVisitor(server)
  await server.call(setEmailMailbox, { body: imap.mailbox })
  await expect.poll(() => imap.waiting()).toBe(1)
  const reply = (text: string) => imap.deliver(writeMail({ inReplyTo: visitor.messageId, text }))
  const said = async () => (await visitor.said()).slice(1)
  return { ...server, imap, visitor, reply, said }
}
