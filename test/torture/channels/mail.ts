import { randomUUID } from 'node:crypto'
import { listAssistants } from '#contracts/assistants.ts'
import { setEmailSender } from '#contracts/email.ts'
import { setEmailMailbox } from '#contracts/email-mailbox.ts'
import { setEmailReception } from '#contracts/email-receiving.ts'
import { startImapServer } from '../../support/imap-stand-in.ts'
import { writeMail } from '../../support/incoming-mail.ts'
import { partsOfMail, type ReceivedMail, startMailServer } from '../../support/mail-server.ts'
import type { Channel, Customer } from './channel.ts'
import type { Journal } from './journal.ts'

export type Mail = Awaited<ReturnType<typeof startMail>>

/** An email as it reached a customer. */
export interface Arrived {
  readonly to: string
  readonly messageId: string
  /** Address to reply to. */
  readonly replyTo: string
  readonly text: string
  /** When the mail server accepted it, ms of this machine. */
  readonly at: number
}

/** The mail server (a real one) and the mailbox, with their faults. */
export async function startMail(random: () => number, journal: Journal) {
  const ends: (() => Promise<void>)[] = []
  const atEnd = (close: () => Promise<void>) => void ends.push(close)
  const [smtp, imap] = await Promise.all([startMailServer({}, atEnd), startImapServer(atEnd)])
  const arrived: Arrived[] = []
  let isTroubled = false

  smtp.behaviour.onMail = (mail) => {
    const fate = isTroubled ? random() : 1
    const { text } = partsOfMail(mail.raw)
    if (fate < 0.1) {
      journal.note('the mail server refuses it for now', text)
      throw Object.assign(new Error('Try again later'), { responseCode: 451 })
    }
    arrived.push(arrivedOf(mail))
    // It was accepted, but the client does not hear so.
    journal.note(
      `the mail server accepts it${fate < 0.15 ? ', and cuts all connections' : ''}`,
      text,
    )
    if (fate < 0.15) smtp.dropConnections()
  }
  imap.behaviour.onCommand = () => isTroubled && random() < 0.05

  return {
    smtp,
    imap,
    arrived,
    addressOf: (customer: Customer) => `c${customer}@example.org`,
    to: (address: string) => arrived.filter((mail) => mail.to === address),
    /** Texts of replies that came by email. */
    reached: (customer: Customer) =>
      arrived
        .filter(({ to }) => to === `c${customer}@example.org`)
        .flatMap(({ text }) => text.match(/\bc\d+ r\d\b/g) ?? []),
    trouble(isOn: boolean): void {
      isTroubled = isOn
      if (isOn && random() < 0.3) imap.drop()
    },
    close: async () => {
      for (const end of ends) await end()
    },
  }
}

function arrivedOf({ to, raw }: ReceivedMail): Arrived {
  const { headers, text } = partsOfMail(raw)
  return {
    to: to[0]!,
    messageId: headers.get('message-id') ?? '',
    replyTo: headers.get('reply-to') ?? headers.get('from') ?? '',
    text,
    at: Date.now(),
  }
}

/** Customers who write emails, the first of which opens the conversation. */
export function emailChannel(mail: Mail, random: () => number): Channel {
  return {
    name: 'email',
    async setUp(world) {
      await world.insist(async ({ call }) => {
        const { data } = await call(listAssistants)
        await call(setEmailSender, { body: mail.smtp.sender })
        const assistant_id = Number(data[0]!.id)
        await call(setEmailReception, {
          body: { strangers: 'on', listed: [], assistant_id, has_tags: true },
        })
        await call(setEmailMailbox, { body: mail.imap.mailbox })
      })
      // What is there before the first connection stays as it is.
      await world.until(() => mail.imap.waiting() > 0)
    },
    async write(_world, customer, text) {
      const from = mail.addressOf(customer)
      const last = mail.to(from).at(-1)
      const raw = writeMail({
        from: `Customer ${customer} <${from}>`,
        subject: last ? 'Re: Your question' : 'A question',
        text,
        messageId: `<${randomUUID()}@example.org>`,
        inReplyTo: last?.messageId,
      })
      mail.imap.deliver(raw)
      // A relay delivers it again, and a mailbox that was moved numbers everything anew.
      if (random() < 0.3) mail.imap.deliver(raw)
      if (random() < 0.01) mail.imap.renumber()
    },
    reached: (_world, customer) => mail.reached(customer),
    trouble: mail.trouble,
    close: mail.close,
  }
}
