import type { EmailSecurity } from '#contracts/email.ts'

/** SMTP server of a well-known mail provider. */
interface Preset {
  readonly id: string
  readonly name: string
  readonly host: string
  readonly port: number
  readonly security: EmailSecurity
}

/** Well-known mail providers, as their help pages give them. */
export const PRESETS: readonly Preset[] = [
  { id: 'gmail', name: 'Gmail', host: 'smtp.gmail.com', port: 465, security: 'tls' },
  {
    id: 'microsoft',
    name: 'Microsoft 365',
    host: 'smtp.office365.com',
    port: 587,
    security: 'starttls',
  },
  { id: 'icloud', name: 'iCloud', host: 'smtp.mail.me.com', port: 587, security: 'starttls' },
  { id: 'yahoo', name: 'Yahoo', host: 'smtp.mail.yahoo.com', port: 465, security: 'tls' },
  { id: 'fastmail', name: 'Fastmail', host: 'smtp.fastmail.com', port: 465, security: 'tls' },
  { id: 'ionos', name: 'IONOS', host: 'smtp.ionos.com', port: 465, security: 'tls' },
]
