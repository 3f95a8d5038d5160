import { expect, onTestFinished } from 'vitest'
import { listAssistants } from '#contracts/assistants.ts'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { createMessengerFormNumber } from '#contracts/messenger-form.ts'
import { topUpBalance } from '#contracts/money.ts'
import { setSmsProvider } from '#contracts/sms-provider.ts'
import { createClock } from './clock.ts'
import { EVE, FORM_NUMBER, startFormMessenger } from './form-messenger-stand-in.ts'
import { allowing, startServer } from './server.ts'
import { ACCOUNT, TOKEN } from './sms-provider-stand-in.ts'

type Options = NonNullable<Parameters<typeof startServer>[0]>

const PUBLIC_URL = 'https://parley.example'

/** The provider, and a server with a clock that the test moves and a number that the starter assistant answers. */
export async function serverWithFormNumber(options: Options = {}, ...alsoAllowed: string[]) {
  const provider = await startFormMessenger()
  onTestFinished(provider.close)
  const clock = createClock()
  const server = await startServer({
    ...allowing(provider.address, ...alsoAllowed),
    publicUrl: PUBLIC_URL,
    ...options,
    // The clock may run ahead of a request.
    limits: { smsSendMs: 3_600_000_000, ...options.limits },
    outside: { ...clock.outside, ...options.outside },
  })
  const { call } = server
  await call(topUpBalance, { body: { amount: 10 } })
  await call(setSmsProvider, { body: { url: provider.url, account: ACCOUNT, token: TOKEN } })
  const { data: assistants } = await call(listAssistants)
  const { data: sender } = await call(createMessengerFormNumber, {
    body: {
      phone_number: FORM_NUMBER,
      display_name: 'Example Shop',
      assistant_id: Number(assistants[0]!.id),
    },
  })
  provider.reportTo(server.url, PUBLIC_URL)

  const uuidOf = (customer = EVE.number) =>
    server.context.db
      .prepare<[string], string>(
        'SELECT uuid FROM conversations JOIN messenger_conversations ON conversation_id = id WHERE customer = ?',
      )
      .pluck()
      .get(customer)
  const conversation = (customer?: string) =>
    call(getConversation, { params: { uuid: uuidOf(customer)! } })

  return {
    ...server,
    provider,
    clock,
    sender,
    uuidOf,
    conversation,
    /** Messages of a person; none before the first one. */
    async said(customer?: string): Promise<readonly string[]> {
      if (uuidOf(customer) === undefined) return []
      const { messages } = await conversation(customer)
      return messages.filter(({ author }) => author === 'visitor').map(({ content }) => content)
    },
    /** A person writes. */
    write: (content: string, more?: Readonly<Record<string, string>>, from = EVE) =>
      provider.deliver(provider.messageOf(content, more, from)),
    /** An operator answers. */
    reply: (content: string, attachment_ids: number[] = [], customer?: string) =>
      call(replyToConversation, {
        params: { uuid: uuidOf(customer)! },
        body: { client_id: crypto.randomUUID(), content, attachment_ids },
      }),
    /** Reasons why messages were not sent, as the thread shows them. */
    async reasons(): Promise<readonly string[]> {
      const { activities } = await conversation()
      return activities
        .filter(({ kind }) => kind === 'messenger_not_sent')
        .map(({ data }) => String(data['reason']))
    },
    /** Statuses of what was sent, oldest first. */
    statuses: () =>
      server.context.db
        .prepare<[], string>('SELECT status FROM messenger_messages ORDER BY id')
        .pluck()
        .all(),
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
