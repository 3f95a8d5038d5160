/*
 * GET    /user/email-sender       getEmailSender
 * PUT    /user/email-sender       setEmailSender
 * DELETE /user/email-sender       removeEmailSender
 * POST   /user/email-sender/test  testEmailSender
 */
import {
  type EmailSenderSettings,
  getEmailSender,
  removeEmailSender,
  setEmailSender,
  testEmailSender,
} from '#contracts/email.ts'
import type { BodyOf } from '#contracts/endpoint.ts'
import { fault } from '#contracts/faults.ts'
import type { Localizer } from '#contracts/localize.ts'
import type { Context } from '../../../context.ts'
import { InvalidFields } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { openSmtp } from '../../../providers/email/smtp.ts'
import { allowableAddress } from '../../../providers/http/allowable.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import { OutgoingError } from '../../../providers/http/outgoing-error.ts'
import { asConflict } from '../secrets.ts'
import { configuredSender, SECRET, serverOf } from './configured.ts'
import { senderQueries } from './queries.ts'

type Wanted = BodyOf<typeof setEmailSender>

/** Endpoints for the SMTP server of this server. */
export const emailSenderRoutes: Routes = (context) => {
  const { handle, db, write, now, vault } = context
  const senders = senderQueries(db)

  handle(getEmailSender, ({ localizer }) => settings(context, localizer))

  handle(setEmailSender, async ({ body, localizer }) => {
    const { host, port, security, username, from_address } = body
    const password = passwordFor(body)
    const sealed = password === null ? null : asConflict(() => vault.seal(SECRET, password))
    const row = { host, port, security, username, from_address, password: sealed }
    await write((tx) => senders.save(tx, row, now()))
    return settings(context, localizer)
  })

  handle(removeEmailSender, async ({ localizer }) => {
    await write((tx) => senders.remove(tx))
    return settings(context, localizer)
  })

  handle(testEmailSender, async ({ body, localizer }) => {
    const server = serverOf(body, passwordFor(body) ?? undefined)
    const { signal } = new AbortController()
    try {
      const line = await openSmtp(onBehalfOf(context, null), server, signal)
      line.close()
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error
      const message = localizer.translate(fault('outgoing_failed', { reason: error.fault }))
      return { ok: false, message, allowable: allowableAddress(error.fault) }
    }
    const message = server.credentials ? 'email_connected' : 'email_connected_open'
    return { ok: true, message: localizer.translate(fault(message)), allowable: null }
  })

  /** The password sent, or the stored one, which is only used for the same user at the same server; null without a sign-in. */
  function passwordFor({ password, username, host, port, security }: Wanted): string | null {
    if (username === '') return null
    if (password !== undefined) return password
    const row = senders.find()
    const isSame =
      row?.username === username &&
      row.host === host &&
      row.port === port &&
      // It would leave in clear text otherwise.
      (security !== 'none' || row.security === 'none')
    const kept = isSame ? row.password : null
    if (kept === null) throw new InvalidFields({ password: [fault('required')] })
    return asConflict(() => vault.open(SECRET, kept))
  }
}

function settings(context: Context, localizer: Localizer): EmailSenderSettings {
  const row = senderQueries(context.db).find()
  const sender = configuredSender(context)
  return {
    is_sandbox: row === undefined,
    host: row?.host ?? null,
    port: row?.port ?? null,
    security: row?.security ?? null,
    username: row?.username ?? null,
    from_address: row?.from_address ?? null,
    has_password: (row?.password ?? null) !== null,
    error: sender && 'fault' in sender ? localizer.translate(sender.fault) : null,
    has_public_address: context.config.publicUrl !== undefined,
    secrets: context.vault.keeper,
  }
}
