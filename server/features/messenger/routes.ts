/*
 * GET    /user/messenger/session-status        getMessengerSession
 * POST   /user/messenger/send                  sendMessengerTemplate
 * POST   /user/messenger/send-freeform         sendMessengerText
 * POST   /user/messenger/simulate              simulateMessenger
 * GET    /user/messenger/senders/:id/messages  listMessengerMessages
 * GET    /user/conversations/:uuid/messenger   getMessengerChannel
 */
import type { ErrorCode } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import {
  getMessengerChannel,
  getMessengerSession,
  listMessengerMessages,
  sendMessengerTemplate,
  sendMessengerText,
  simulateMessenger,
} from '#contracts/messenger.ts'
import { ifSet, toZonedIso } from '../../db/time.ts'
import { AppError, InvalidFields, notFound } from '../../errors.ts'
import type { Routes } from '../../http/routes.ts'
import { isCustomerBlocked } from '../conversations/blocks/blocked.ts'
import { customerOf } from '../conversations/customer.ts'
import { findConversation } from '../conversations/find.ts'
import type { Turns } from '../conversations/turns/run.ts'
import { once } from '../platform/idempotency/once.ts'
import { numberInQuery, parseNumber } from '../platform/values/telephone.ts'
import { smsChatQueries } from '../sms/chat/queries.ts'
import { customerAddress } from './address.ts'
import { messengerChatQueries } from './chat-queries.ts'
import { checkedTemplate, checkedText } from './checks.ts'
import { answerOf, deliver } from './deliver.ts'
import { knownPlace, type Place } from './place.ts'
import { presentExchanged } from './present.ts'
import { messengerQueries } from './queries.ts'
import { receiveMessage } from './receive.ts'
import { presentSender } from './senders/present.ts'
import { type SenderRow, senderQueries } from './senders/queries.ts'
import { presentWindow } from './window.ts'

/** Maximum number of messages on the customer's telephone. */
const MAX_SHOWN = 200

/** The messaging channel: sending, the 24-hour window, and the Sandbox's customers. */
export const messengerRoutes: Routes<{ turns: Turns }> = (context) => {
  const { handle, db, gate, now, channels, jobs, randomBytes } = context
  const senders = senderQueries(db)
  const chats = messengerChatQueries(db)

  handle(getMessengerSession, ({ principal, query, localizer }) => {
    const sender = find(principal.userId, query.sender_id, 'messenger_sender_not_found')
    const customer = customerAddress(context, sender, numberInQuery(query.recipient_phone))
    if (customer === undefined) throw new AppError('invalid_phone')
    const place = knownPlace(context, sender, customer)
    return {
      success: true as const,
      has_conversation: place !== undefined,
      session_status: presentWindow(channelOf(sender), place?.chat, now(), localizer),
      ...(place && {
        conversation_id: place.conversation.id,
        conversation_uuid: place.conversation.uuid,
        customer_name: customerOf(context, place.conversation).name,
        last_customer_message_at: ifSet(place.chat.last_customer_at, (at) => toZonedIso(at, 'UTC')),
      }),
    }
  })

  handle(sendMessengerTemplate, ({ principal, body, req }) => {
    const { userId } = principal
    gate.limit('messengerSends', String(userId))
    const reply = (delivered: ReturnType<typeof answerOf>) => ({
      ...delivered,
      status: 'queued' as const,
    })
    return once(context, {
      req,
      userId,
      operation: 'messenger_template',
      body,
      act: async (claim) =>
        reply(
          await deliver(context, principal, claim, () => checkedTemplate(context, userId, body)),
        ),
      answerOf: (id) => reply(answerOf(...written(id))),
    })
  })

  handle(sendMessengerText, ({ principal, body, req, localizer }) => {
    const { userId } = principal
    gate.limit('messengerSends', String(userId))
    const reply = (delivered: ReturnType<typeof answerOf>) => {
      const chat = chats.ofConversation(delivered.conversation_id)!
      const channel = channelOf(senders.byId(chat.sender_id)!)
      return { ...delivered, session_status: presentWindow(channel, chat, now(), localizer) }
    }
    return once(context, {
      req,
      userId,
      operation: 'messenger_text',
      body,
      act: async (claim) =>
        reply(
          await deliver(context, principal, claim, () =>
            checkedText(context, userId, body, localizer),
          ),
        ),
      answerOf: (id) => reply(answerOf(...written(id))),
    })
  })

  handle(
    simulateMessenger,
    async ({ principal, body }) => {
      const sender = find(principal.userId, body.sender_id)
      if (!channelOf(sender).capabilities.isPlayed) throw notFound('messenger_sender_missing')
      if (isCustomerBlocked(context, sender.user_id, parseNumber(body.from)!.e164))
        throw new AppError('visitor_blocked')
      const conversation = await receiveMessage(context, sender, {
        sid: body.message_sid ?? `SANDBOX${randomBytes(16).toString('hex')}`,
        from: parseNumber(body.from)!.e164,
        body: body.message,
      })
      if (!conversation) throw new InvalidFields({ sender_id: [fault('no_assistant')] })
      jobs.wake()
      return { message: 'Message received', conversation_id: conversation.uuid }
    },
    ({ from }) =>
      from === undefined || parseNumber(from) ? {} : { from: [fault('not_a_phone_number')] },
  )

  handle(listMessengerMessages, ({ principal, params, query, localizer }) => {
    const sender = find(principal.userId, params.id)
    const customer = customerAddress(context, sender, numberInQuery(query.phone))
    const chat = customer === undefined ? undefined : chats.find(sender.id, customer)
    const rows = chat ? messengerQueries(db).exchanged(chat.conversation_id, MAX_SHOWN) : []
    return { data: rows.map((row) => presentExchanged(row, localizer)) }
  })

  handle(getMessengerChannel, ({ principal: { userId }, params, localizer }) => {
    const conversation = findConversation(db, userId, params.uuid)
    const chat = chats.ofConversation(conversation.id)
    const sender = chat && senders.byId(chat.sender_id)
    if (!sender) throw notFound('conversation_not_found')
    return {
      sender: presentSender(sender),
      customer_phone: chat.customer,
      is_opted_out: smsChatQueries(db).isStopped(userId, chat.customer),
      session_status: presentWindow(channelOf(sender), chat, now(), localizer),
    }
  })

  const channelOf = ({ channel }: SenderRow) => channels.ofOrCurrent(channel)

  function find(
    userId: number,
    id: number,
    code: ErrorCode = 'messenger_sender_missing',
  ): SenderRow {
    const row = senders.find(userId, id)
    if (!row) throw notFound(code)
    return row
  }

  /** A message that a request wrote before it was cut off, with its conversation. */
  function written(id: number): Parameters<typeof answerOf> {
    const message = messengerQueries(db).find(id)!
    const sender = senders.byId(message.sender_id)!
    return [message, knownPlace(context, sender, message.to_number) as Place]
  }
}
