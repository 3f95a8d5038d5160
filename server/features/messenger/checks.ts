import type { BodyOf } from '#contracts/endpoint.ts'
import { familyCodeOf } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { Localizer } from '#contracts/localize.ts'
import type { sendMessengerTemplate, sendMessengerText } from '#contracts/messenger.ts'
import type { JsonObject } from '#contracts/scalars.ts'
import { AppError, notFound } from '../../errors.ts'
import { customerAddress } from './address.ts'
import type { deliver, Wanted } from './deliver.ts'
import { knownPlace } from './place.ts'
import { assertReachable, destinationOf } from './send.ts'
import { type SenderRow, senderQueries } from './senders/queries.ts'
import { fillTemplate } from './templates/placeholders.ts'
import { templateQueries } from './templates/queries.ts'
import { isWindowOpen, presentWindow } from './window.ts'

type Needs = Parameters<typeof deliver>[0]

/**
 * Checks a template message, in the order of docs/spec/family.md, section 7.
 * @throws AppError
 */
export function checkedTemplate(
  context: Needs,
  userId: number,
  body: BodyOf<typeof sendMessengerTemplate>,
): Wanted {
  const { db, channels } = context
  const sender = senderOf(context, userId, body.sender_id)
  if (sender.status === 'offline') throw new AppError('sender_offline')
  const template = templateQueries(db).find(sender.id, body.template_id)
  if (!template) throw notFound('template_not_found')
  if (template.status !== 'approved') throw new AppError('template_not_approved')
  const variables = JSON.parse(template.variables) as string[]
  const filled = fillTemplate(template.body_text, variables, valuesOf(body.variables))
  const { maxLength } = channels.ofOrCurrent(sender.channel).capabilities
  if (filled === undefined || [...filled.text].length > maxLength)
    throw new AppError('template_mismatch')
  if (sender.assistant_id === null) throw new AppError('no_assistant_configured')
  const destination = destinationOf(context, sender, body.recipient_phone)
  assertReachable(context, sender, destination.to)
  return {
    ...destination,
    sender,
    body: filled.text,
    templateId: template.id,
    template: {
      name: template.name,
      language: template.language,
      remoteId: template.remote_id,
      values: filled.values,
    },
    name: body.recipient_name?.trim() || undefined,
  }
}

/**
 * Checks a free text, in the order of docs/spec/family.md, section 7.
 * @throws AppError
 */
export function checkedText(
  context: Needs,
  userId: number,
  body: BodyOf<typeof sendMessengerText>,
  localizer: Localizer,
): Wanted {
  const { channels, now } = context
  const sender = senderOf(context, userId, body.sender_id)
  if (sender.status === 'offline') throw offlineForText()
  const customer = customerAddress(context, sender, body.recipient_phone)
  if (customer === undefined) throw new AppError('invalid_phone')
  const chat = knownPlace(context, sender, customer)?.chat
  const channel = channels.ofOrCurrent(sender.channel)
  if (!isWindowOpen(channel, chat, now())) {
    const session_status = presentWindow(channel, chat, now(), localizer)
    throw new AppError('session_expired', { details: { session_status } })
  }
  const destination = destinationOf(context, sender, customer)
  assertReachable(context, sender, destination.to)
  return { ...destination, sender, body: body.message }
}

/** An empty list stands for an empty object. */
const valuesOf = (sent: BodyOf<typeof sendMessengerTemplate>['variables']): JsonObject =>
  sent === undefined || Array.isArray(sent) ? {} : (sent as JsonObject)

function senderOf({ db }: Needs, userId: number, id: number): SenderRow {
  const row = senderQueries(db).find(userId, id)
  if (!row) throw notFound('messenger_sender_not_yours')
  return row
}

/** A 503 has the shape of its endpoint here, other than elsewhere. */
const offlineForText = () =>
  new AppError('sender_unavailable', {
    details: {
      success: false,
      error: fault('sender_unavailable'),
      error_code: familyCodeOf('sender_unavailable'),
    },
  })
