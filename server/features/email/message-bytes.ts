interface Named {
  readonly name: string
  readonly address: string
}

/** Parts of an email that this server writes. */
interface Written {
  readonly from: Named
  /** Address that replies go to, unless it is the sender's. */
  readonly replyTo?: Named
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly date: Date
  readonly messageId: string
  /** Message-IDs of earlier emails, oldest first. */
  readonly references: readonly string[]
  /** Address that takes emails to unsubscribe, by their subject, and a link that does it at once; undefined for a single email. */
  readonly unsubscribe?: {
    readonly from: string
    readonly subject?: string
    readonly link: string | undefined
  }
}

/** Name that a header may hold: without line breaks and what separates addresses. */
const nameIn = ({ name, address }: Named): Named => ({
  name: name.replace(/[\p{Cc}<>@,;:"\\]/gu, ' ').trim(),
  address,
})

/** The bytes of an automatic email as they go over the wire. */
export async function bytesOf({
  from,
  replyTo,
  to,
  references,
  unsubscribe,
  ...content
}: Written): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    ...content,
    from: nameIn(from),
    ...(replyTo && { replyTo: nameIn(replyTo) }),
    to: { name: '', address: to },
    ...(references.length > 0 && { inReplyTo: references.at(-1)!, references: [...references] }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribe && unsubscribeHeaders(unsubscribe)),
    },
    // Text of visitors is never a path or an address to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

function unsubscribeHeaders({
  from,
  subject = 'unsubscribe',
  link,
}: NonNullable<Written['unsubscribe']>): Record<string, string> {
  const mailTo = `<mailto:${from}?subject=${encodeURIComponent(subject)}>`
  if (link === undefined) return { 'List-Unsubscribe': mailTo }
  return {
    'List-Unsubscribe': `<${link}>, ${mailTo}`,
    // RFC 8058: the mail program's own button.
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
