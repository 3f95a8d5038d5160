import { expect, onTestFinished } from 'vitest'
import { listAssistants } from '#contracts/assistants.ts'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { createMessengerCloudNumber, getMessengerCloudHook } from '#contracts/messenger-cloud.ts'
import { listMessengerSenders } from '#contracts/messenger-senders.ts'
import { createClock } from './clock.ts'
import {
  APP_SECRET,
  BUSINESS_ID,
  CLOUD_TOKEN,
  EVE,
  PHONE_ID,
  startCloudApi,
} from './cloud-api-stand-in.ts'
import { signedInOwner } from './operators.ts'
import { allowing, startServer, type TestServer } from './server.ts'

type Options = NonNullable<Parameters<typeof startServer>[0]>

/** Public address of these servers; requests reach them at their own. */
export const PUBLIC_URL = 'https://parley.example'

/** Body that adds the number of the stand-in. */
export const cloudBody = (url: string) => ({
  phone_number_id: PHONE_ID,
  business_id: BUSINESS_ID,
  token: CLOUD_TOKEN,
  app_secret: APP_SECRET,
  url,
})

/** Enters the webhook of a number at the service, which verifies it. */
export async function enterHook({ call, url }: Pick<TestServer, 'call' | 'url'>, senderId: number) {
  const hook = await call(getMessengerCloudHook, { params: { id: senderId } })
  const local = hook.url!.replace(PUBLIC_URL, url)
  return { local, token: hook.verify_token }
}

/** The service, and a server with a clock that the test moves and a number that the starter assistant answers. */
export async function serverWithCloudNumber(options: Options = {}) {
  const clock = createClock()
  const cloud = await startCloudApi({ now: clock.outside.now })
  onTestFinished(cloud.close)
  const server = await startServer({
    ...allowing(cloud.address),
    publicUrl: PUBLIC_URL,
    ...options,
    // The clock may run ahead of a request.
    limits: { smsSendMs: 3_600_000_000, ...options.limits },
    outside: { ...clock.outside, ...options.outside },
  })
  const { data: assistants } = await server.call(listAssistants)
  const assistantId = Number(assistants[0]!.id)
  const { data: sender } = await server.call(createMessengerCloudNumber, {
    body: { ...cloudBody(cloud.url), assistant_id: assistantId },
  })
  const hook = await enterHook(server, sender.id)
  cloud.setHook(hook.local)

  /** UUID of the conversation with a person. */
  const uuidOf = (customer = `+${EVE.wa_id}`) =>
    server.context.db
      .prepare<[string], string>(
        'SELECT uuid FROM conversations JOIN messenger_conversations ON conversation_id = id WHERE customer = ?',
      )
      .pluck()
      .get(customer)
  const conversation = (customer?: string) =>
    server.call(getConversation, { params: { uuid: uuidOf(customer)! } })

  return {
    ...server,
    cloud,
    clock,
    sender,
    hook,
    assistantId,
    uuidOf,
    conversation,
    /** Messages of a person; none before the first one. */
    async said(customer?: string): Promise<readonly string[]> {
      if (uuidOf(customer) === undefined) return []
      const { messages } = await conversation(customer)
      return messages.filter(({ author }) => author === 'visitor').map(({ content }) => content)
    },
    /** A person writes. */
    write: (content: string | object, from = EVE) =>
      cloud.deliver([cloud.messageOf(content, from)]),
    /** An operator answers. */
    reply: (content: string, attachment_ids: number[] = [], customer?: string) =>
      server.call(replyToConversation, {
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

/** The number as a browser of the desk sees it. */
export async function cloudSenderAtDesk(server: TestServer) {
  const { call } = await signedInOwner(server)
  return (await call(listMessengerSenders, { query: { status: 'all' } })).data[0]!
}
