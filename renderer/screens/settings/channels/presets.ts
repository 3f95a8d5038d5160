import type { EmailSecurity } from '#contracts/email.ts'

/** A mail server for one direction. */
interface Server {
  readonly host: string
  readonly port: number
  readonly security: EmailSecurity
}

/** Servers of a well-known mail provider, for outgoing and incoming mail. */
interface Preset {
  readonly id: string
  readonly name: string
  readonly smtp: Server
  readonly imap: Server
}

const tls = (host: string, port: number): Server => ({ host, port, security: 'tls' })
const starttls = (host: string): Server => ({ host, port: 587, security: 'starttls' })

/** Well-known mail providers, as their help pages give them. */
export const PRESETS: readonly Preset[] = [
  {
    id: 'gmail',
    name: 'Gmail',
    smtp: tls('smtp.gmail.com', 465),
    imap: tls('imap.gmail.com', 993),
  },
  {
    id: 'microsoft',
    name: 'Microsoft 365',
    smtp: starttls('smtp.office365.com'),
    imap: tls('outlook.office365.com', 993),
  },
  {
    id: 'icloud',
    name: 'iCloud',
    smtp: starttls('smtp.mail.me.com'),
    imap: tls('imap.mail.me.com', 993),
  },
  {
    id: 'yahoo',
    name: 'Yahoo',
    smtp: tls('smtp.mail.yahoo.com', 465),
    imap: tls('imap.mail.yahoo.com', 993),
  },
  {
    id: 'fastmail',
    name: 'Fastmail',
    smtp: tls('smtp.fastmail.com', 465),
    imap: tls('imap.fastmail.com', 993),
  },
  {
    id: 'ionos',
    name: 'IONOS',
    smtp: tls('smtp.ionos.com', 465),
    imap: tls('imap.ionos.com', 993),
  },
]
