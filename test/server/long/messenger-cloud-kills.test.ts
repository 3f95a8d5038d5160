import { expect, onTestFinished, test } from 'vitest'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { listInbox } from '#contracts/inbox.ts'
import { createMessengerCloudNumber } from '#contracts/messenger-cloud.ts'
import {
  type CloudCall,
  EVE,
  type IncomingCloudMessage,
  startCloudApi,
} from '../../support/cloud-api-stand-in.ts'
import { cloudBody, enterHook, PUBLIC_URL } from '../../support/cloud-numbers.ts'
import { freePort, type Life, live } from '../../support/life.ts'
import { emptyDataFolder } from '../../support/server.ts'

const BOB = { wa_id: '12025550124', name: 'Bob Example' }
const PICTURE = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')

/** Places at which the server is killed; calls of the service for those within the taking of a message. */
const PLACES: Readonly<Record<string, ((call: CloudCall) => boolean) | 'reported' | 'stored'>> = {
  'while the service reports': 'reported',
  'after the report, before the message is taken': 'stored',
  'as a file is asked for': ({ path }) => path.startsWith('/picture'),
  'as a file is fetched': ({ path }) => path.startsWith('/files/'),
}
const ROUNDS = 3

/** Longest wait, ms: a job that failed twice pauses for a minute. */
const PATIENCE = { timeout: 100_000 }

/** Texts of a person, in order. */
async function saidBy({ call }: Life, name: string): Promise<string[]> {
  const { data } = await call(listInbox, { query: {} })
  const row = data.find(({ visitor }) => visitor?.name?.startsWith(name))
  if (!row) return []
  const { messages } = await call(getConversation, { params: { uuid: row.id } })
  return messages.filter(({ author }) => author === 'visitor').map(({ content }) => content)
}

test('a server killed while it takes messages of the cloud API loses none, doubles none and keeps their order', async () => {
  const cloud = await startCloudApi()
  onTestFinished(cloud.close)
  cloud.keep('picture', PICTURE)
  const dataDir = emptyDataFolder()
  const env = { PARLEY_ALLOW_PRIVATE: cloud.address }
  // The key of the tests is too short for a server with a public address, unless it exists.
  let life = await live({ dataDir, env })
  // People answer: what an assistant says is not the point here.
  const body = cloudBody(cloud.url)
  const { data: sender } = await life.call(createMessengerCloudNumber, { body })
  await life.end('SIGTERM')
  const birth = {
    dataDir,
    port: await freePort(),
    env: { ...env, PARLEY_API_KEY: '', PARLEY_PUBLIC_URL: PUBLIC_URL },
  }
  life = await live(birth)
  cloud.setHook((await enterHook(life, sender.id)).local)

  /** Reports until it is answered, as the service does, and once more. */
  async function insist(messages: readonly IncomingCloudMessage[]): Promise<void> {
    await expect.poll(() => cloud.deliver(messages), PATIENCE).toBe(200)
    await cloud.deliver(messages)
  }

  const written: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, place] of Object.entries(PLACES)) {
      const reached = Promise.withResolvers<void>()
      cloud.behaviour.fault = (call) => {
        if (typeof place === 'string' || !place(call)) return undefined
        reached.resolve()
        return { hangs: true }
      }
      const texts = ['a', 'b'].map((part) => `${round} ${name} ${part}`)
      written.push(...texts)
      const sent = [
        texts.map((text) => cloud.messageOf(text)),
        texts.map((text) =>
          cloud.messageOf({ type: 'image', image: { id: 'picture', caption: text } }, BOB),
        ),
      ]
      // One person's messages are reported one after the other: those repeated at once may come in any order.
      const insisted = sent.map(async (messages) => {
        for (const message of messages) await insist([message])
      })
      if (place === 'stored') await Promise.all(insisted)
      else if (place !== 'reported') await reached.promise
      await life.end('SIGKILL')
      cloud.behaviour.fault = () => undefined
      life = await live(birth)
      await Promise.all(insisted)
      await expect.poll(() => saidBy(life, 'Eve'), PATIENCE).toHaveLength(written.length)
    }
  }
  await expect.poll(() => saidBy(life, 'Eve'), PATIENCE).toEqual(written)
  await expect.poll(() => saidBy(life, 'Bob'), PATIENCE).toEqual(written)

  // Killed while it answers: what had not left is sent by the next start, what may have left is not sent again.
  const { data } = await life.call(listInbox, { query: {} })
  const uuid = data.find(({ visitor }) => visitor?.name?.startsWith('Eve'))!.id
  const reached = Promise.withResolvers<void>()
  cloud.behaviour.fault = ({ path }) => {
    if (!path.endsWith('/messages')) return undefined
    reached.resolve()
    return { hangs: true }
  }
  for (const content of ['One', 'Two', 'Three'])
    await life.call(replyToConversation, {
      params: { uuid },
      body: { client_id: crypto.randomUUID(), content },
    })
  await reached.promise
  await life.end('SIGKILL')
  cloud.behaviour.fault = () => undefined
  life = await live(birth)
  await expect.poll(() => cloud.textsTo(EVE.wa_id), PATIENCE).toEqual(['Two', 'Three'])
  await life.end('SIGTERM')
}, 300_000)
