import { expect, onTestFinished } from 'vitest'
import { listAssistants } from '#contracts/assistants.ts'
import { getConversation } from '#contracts/conversations.ts'
import { createMessengerBot } from '#contracts/messenger-bots.ts'
import { listMessengerSenders } from '#contracts/messenger-senders.ts'
import { ADA, BOT_TOKEN, startBotApi } from './bot-api-stand-in.ts'
import { createClock } from './clock.ts'
import { signedInOwner } from './operators.ts'
import { allowing, startServer } from './server.ts'

type Options = NonNullable<Parameters<typeof startServer>[0]>

/** Address of a person at a bot, as the desk shows it. */
export const ADDRESS = `telegram:${ADA.id}`

/** The service, and a server with a clock that the test moves and a bot that the starter assistant answers. */
export async function serverWithBot(options: Options = {}) {
  const bot = await startBotApi()
  onTestFinished(bot.close)
  const clock = createClock()
  const server = await startServer({
    ...allowing(bot.address),
    ...options,
    // The clock may run ahead of a request.
    limits: { smsSendMs: 3_600_000_000, ...options.limits },
    outside: { ...clock.outside, ...options.outside },
  })
  const { data: assistants } = await server.call(listAssistants)
  const assistantId = Number(assistants[0]!.id)
  const { data: sender } = await server.call(createMessengerBot, {
    body: { token: BOT_TOKEN, url: bot.url, assistant_id: assistantId },
  })
  await expect.poll(bot.waiting).toBe(1)

  /** UUID of the conversation with a person. */
  const uuidOf = (address = ADDRESS) =>
    server.context.db
      .prepare<[string], string>(
        'SELECT uuid FROM conversations JOIN messenger_conversations ON conversation_id = id WHERE customer = ?',
      )
      .pluck()
      .get(address)

  return {
    ...server,
    bot,
    clock,
    sender,
    assistantId,
    uuidOf,
    /** The conversation with a person. */
    conversation: (address?: string) =>
      server.call(getConversation, { params: { uuid: uuidOf(address)! } }),
    /** Messages of a person; none before the first one. */
    async said(address?: string): Promise<readonly string[]> {
      const uuid = uuidOf(address)
      if (uuid === undefined) return []
      const { messages } = await server.call(getConversation, { params: { uuid } })
      return messages.filter(({ author }) => author === 'visitor').map(({ content }) => content)
    },
    /** Lets time pass until something holds. */
    until: (state: () => unknown, value: unknown, step = 100) =>
      expect
        .poll(async () => {
          await clock.advance(step)
          return await state()
        })
        .toEqual(value),
  }
}

export type BotServer = Awaited<ReturnType<typeof serverWithBot>>

/** The bot as a browser of the desk sees it. */
export async function senderAtDesk(server: BotServer) {
  const { call } = await signedInOwner(server)
  return (await call(listMessengerSenders, { query: { status: 'all' } })).data[0]!
}
