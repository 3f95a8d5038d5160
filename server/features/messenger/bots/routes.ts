/*
 * POST   /user/messenger/bots       createMessengerBot
 * PUT    /user/messenger/bots/:id   reconnectMessengerBot
 * POST   /user/messenger/bots/test  testMessengerBot
 */
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import {
  createMessengerBot,
  reconnectMessengerBot,
  testMessengerBot,
} from '#contracts/messenger-bots.ts'
import { notFound } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { allowableAddress } from '../../../providers/http/allowable.ts'
import { identify } from '../../../providers/messenger/bot-api/account.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { overheardFaults } from '../../platform/secrets/overheard.ts'
import { presentFor } from '../senders/present.ts'
import { senderQueries } from '../senders/queries.ts'
import { botQueries } from './queries.ts'
import { addBot, reconnectBot } from './save.ts'

/** Senders of the messaging channel that are bots. */
export const messengerBotRoutes: Routes<{ readonly onBotChange: () => void }> = (context) => {
  const { handle, db, gate, onBotChange } = context

  handle(
    createMessengerBot,
    async ({ principal, body, localizer }) => {
      gate.limit('botTests', String(principal.userId))
      const row = await addBot(context, principal.userId, body)
      onBotChange()
      return {
        message: 'Bot added successfully',
        data: presentFor(context, principal, row, localizer),
      }
    },
    ({ url, token, assistant_id: assistant }, { userId }) => {
      const sent = { address: url, secret: token }
      const faults = {
        ...overheardFaults(context, { account: userId, field: 'url', sent }),
        ...urlFaults({ url }),
      }
      if (typeof assistant === 'number' && !assistantQueries(db).has(userId, assistant))
        faults['assistant_id'] = [fault('not_selectable')]
      return faults
    },
  )

  handle(
    reconnectMessengerBot,
    async ({ principal, params, body, localizer }) => {
      const sender = senderQueries(db).find(principal.userId, params.id)
      const bot = sender && botQueries(db).find(sender.id)
      if (!bot) throw notFound('messenger_sender_missing')
      gate.limit('botTests', String(principal.userId))
      const row = await reconnectBot(context, sender, bot, body)
      onBotChange()
      return {
        message: 'Bot connected successfully',
        data: presentFor(context, principal, row, localizer),
      }
    },
    ({ url, token }, { userId }, { id }) => {
      const bot = senderQueries(db).find(userId, id) && botQueries(db).find(id)
      const stored = bot && { address: bot.url, hasSecret: true }
      const sent = { address: url, secret: token }
      return {
        ...overheardFaults(context, { account: userId, field: 'url', sent, stored }),
        ...urlFaults({ url }),
      }
    },
  )

  handle(
    testMessengerBot,
    async ({ principal, body, localizer }) => {
      gate.limit('botTests', String(principal.userId))
      const answer = await identify(context, { ...body, userId: principal.userId })
      if ('identity' in answer) {
        const { name, username } = answer.identity
        return {
          ok: true,
          message: localizer.translate(fault('bot_known')),
          name: `${name} (@${username})`,
          allowable: null,
        }
      }
      const { reason } = answer.failure
      return {
        ok: false,
        message: localizer.translate(reason),
        name: null,
        allowable: allowableAddress(reason),
      }
    },
    urlFaults,
  )
}

function urlFaults({ url }: { readonly url?: string | undefined }): FieldFaults {
  if (url === undefined || !/[?#]/.test(url)) return {}
  return { url: [fault('has_query_or_fragment')] }
}
