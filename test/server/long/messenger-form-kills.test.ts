import { expect, onTestFinished, test } from 'vitest'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { listInbox } from '#contracts/inbox.ts'
import { createMessengerFormNumber } from '#contracts/messenger-form.ts'
import { topUpBalance } from '#contracts/money.ts'
import { setSmsProvider } from '#contracts/sms-provider.ts'
import { FORM_NUMBER, startFormMessenger } from '../../support/form-messenger-stand-in.ts'
import { freePort, type Life, live } from '../../support/life.ts'
import { emptyDataFolder } from '../../support/server.ts'
import { ACCOUNT, TOKEN } from '../../support/sms-provider-stand-in.ts'

const BOB = { number: '+12025550124', name: 'Bob Example' }
const PUBLIC_URL = 'https://parley.example'
const PICTURE = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')

/** Places at which the server is killed; calls of the provider for those within the taking of a message. */
const PLACES: Readonly<Record<string, RegExp | 'reported' | 'stored'>> = {
  'while the provider reports': 'reported',
  'after the report, before the message is taken': 'stored',
  'as a file is asked for': /^GET \/media\//,
}
const ROUNDS = 3

/** Texts of a person, in order. */
async function saidBy({ call }: Life, name: string): Promise<string[]> {
  const { data } = await call(listInbox, { query: {} })
  const row = data.find(({ visitor }) => visitor?.name?.startsWith(name))
  if (!row) return []
  const { messages } = await call(getConversation, { params: { uuid: row.id } })
  return messages.filter(({ author }) => author === 'visitor').map(({ content }) => content)
}

test('a server killed while it takes messages of the form API loses none, doubles none and keeps their order', async () => {
  const provider = await startFormMessenger()
  onTestFinished(provider.close)
  const picture = provider.keep('picture', PICTURE)
  const dataDir = emptyDataFolder()
  const env = { PARLEY_ALLOW_PRIVATE: provider.address }
  // The key of the tests is too short for a server with a public address, unless it exists.
  let life = await live({ dataDir, env })
  await life.call(topUpBalance, { body: { amount: 10 } })
  await life.call(setSmsProvider, {
    body: { url: provider.url, account: ACCOUNT, token: TOKEN },
  })
  // People answer: what an assistant says is not the point here.
  await life.call(createMessengerFormNumber, { body: { phone_number: FORM_NUMBER } })
  await life.end('SIGTERM')
  const birth = {
    dataDir,
    port: await freePort(),
    env: { ...env, PARLEY_API_KEY: '', PARLEY_PUBLIC_URL: PUBLIC_URL },
  }
  life = await live(birth)
  provider.reportTo(life.url, PUBLIC_URL)

  /** Reports until it is answered, as the provider does, and once more. */
  async function insist(message: ReturnType<typeof provider.messageOf>): Promise<void> {
    await expect.poll(() => provider.deliver(message), { timeout: 60_000 }).toBe(200)
    await provider.deliver(message)
  }

  const written: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, place] of Object.entries(PLACES)) {
      const reached = Promise.withResolvers<void>()
      provider.behaviour.fault = (call) => {
        if (typeof place === 'string' || !place.test(call)) return undefined
        reached.resolve()
        return { hangs: true }
      }
      const text = `${round} ${name}`
      written.push(text)
      const media = { NumMedia: '1', MediaUrl0: picture, MediaContentType0: 'image/jpeg' }
      const messages = [provider.messageOf(text), provider.messageOf(text, media, BOB)]
      const insisted = messages.map(insist)
      if (place === 'stored') await Promise.all(insisted)
      else if (place !== 'reported') await reached.promise
      await life.end('SIGKILL')
      provider.behaviour.fault = () => undefined
      life = await live(birth)
      await Promise.all(insisted)
      await expect.poll(() => saidBy(life, 'Eve'), { timeout: 30_000 }).toHaveLength(written.length)
    }
  }
  await expect.poll(() => saidBy(life, 'Eve'), { timeout: 30_000 }).toEqual(written)
  await expect.poll(() => saidBy(life, 'Bob'), { timeout: 30_000 }).toEqual(written)

  // Killed while it answers: what had not left is sent by the next start, what may have left is not sent again.
  const { data } = await life.call(listInbox, { query: {} })
  const uuid = data.find(({ visitor }) => visitor?.name?.startsWith('Eve'))!.id
  const reached = Promise.withResolvers<void>()
  provider.behaviour.fault = (call) => {
    if (!/^POST .*Messages\.json$/.test(call)) return undefined
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
  provider.behaviour.fault = () => undefined
  life = await live(birth)
  await expect.poll(() => provider.shownTo(), { timeout: 30_000 }).toEqual(['Two', 'Three'])
  await life.end('SIGTERM')
}, 300_000)
