/*
 * GET    /user/email-mailbox       getEmailMailbox
 * PUT    /user/email-mailbox       setEmailMailbox
 * DELETE /user/email-mailbox       removeEmailMailbox
 * POST   /user/email-mailbox/test  testEmailMailbox
 */
import {
  type EmailMailboxSettings,
  getEmailMailbox,
  removeEmailMailbox,
  setEmailMailbox,
  testEmailMailbox,
} from '#contracts/email-mailbox.ts'
import type { BodyOf } from '#contracts/endpoint.ts'
import { fault } from '#contracts/faults.ts'
import type { Localizer } from '#contracts/localize.ts'
import type { Context } from '../../../context.ts'
import { toInstant } from '../../../db/time.ts'
import { InvalidFields } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { openImap } from '../../../providers/email/imap.ts'
import { allowableAddress } from '../../../providers/http/allowable.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import { OutgoingError } from '../../../providers/http/outgoing-error.ts'
import { asConflict } from '../secrets.ts'
import { configuredMailbox, mailboxOf, SECRET } from './configured.ts'
import { dropMailboxNotice } from './notice.ts'
import { mailboxQueries } from './queries.ts'

/** Endpoints for the mailbox of this server. */
export const emailMailboxRoutes: Routes<{ readonly onMailboxChange: () => void }> = (context) => {
  const { handle, db, write, now, vault, onMailboxChange } = context
  const mailboxes = mailboxQueries(db)

  handle(getEmailMailbox, ({ localizer }) => settings(context, localizer))

  handle(setEmailMailbox, async ({ body, localizer }) => {
    const { host, port, security, username } = body
    const password = asConflict(() => vault.seal(SECRET, passwordFor(body)))
    await write((tx) => {
      mailboxes.save(tx, { host, port, security, username, password }, now())
      dropMailboxNotice(tx, context)
    })
    onMailboxChange()
    return settings(context, localizer)
  })

  handle(removeEmailMailbox, async ({ localizer }) => {
    await write((tx) => {
      mailboxes.remove(tx)
      dropMailboxNotice(tx, context)
    })
    onMailboxChange()
    return settings(context, localizer)
  })

  handle(testEmailMailbox, async ({ body, localizer }) => {
    const server = mailboxOf(body, passwordFor(body))
    const { signal } = new AbortController()
    try {
      const line = await openImap(onBehalfOf(context, null), server, signal)
      line.close()
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error
      const message = localizer.translate(fault('outgoing_failed', { reason: error.fault }))
      return { ok: false, message, allowable: allowableAddress(error.fault) }
    }
    return { ok: true, message: localizer.translate(fault('email_connected')), allowable: null }
  })

  /** The password sent, or the stored one, which is only used for the same user at the same server. */
  function passwordFor(body: BodyOf<typeof setEmailMailbox>): string {
    const { password, username, host, port, security } = body
    if (password !== undefined) return password
    const row = mailboxes.find()
    const isSame =
      row?.username === username &&
      row.host === host &&
      row.port === port &&
      // It would leave in clear text otherwise.
      (security !== 'none' || row.security === 'none')
    if (!isSame) throw new InvalidFields({ password: [fault('required')] })
    return asConflict(() => vault.open(SECRET, row.password))
  }
}

function settings(context: Context, localizer: Localizer): EmailMailboxSettings {
  const row = mailboxQueries(context.db).find()
  const configured = configuredMailbox(context)
  return {
    is_sandbox: row === undefined,
    host: row?.host ?? null,
    port: row?.port ?? null,
    security: row?.security ?? null,
    username: row?.username ?? null,
    has_password: row !== undefined,
    checked_at: row?.checked_at ? toInstant(row.checked_at) : null,
    is_paused: row?.is_paused === 1,
    error:
      configured && 'fault' in configured
        ? localizer.translate(configured.fault)
        : localizer.translateStored(row?.error ?? null),
    secrets: context.vault.keeper,
  }
}
