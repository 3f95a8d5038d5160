import { expect, onTestFinished, test } from 'vitest'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { listInbox } from '#contracts/inbox.ts'
import { createMessengerBot } from '#contracts/messenger-bots.ts'
import { ADA, BOT_TOKEN, type BotCall, startBotApi } from '../../support/bot-api-stand-in.ts'
import { type Life, live } from '../../support/life.ts'
import { emptyDataFolder } from '../../support/server.ts'

const BOB = { ...ADA, id: 4712, first_name: 'Bob' }
const PICTURE = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')

/** Calls at which the server is killed: as it asks for what is new, before its first byte of a file, and after the whole file. */
const PLACES: readonly ((call: BotCall) => boolean)[] = [
  ({ method, params }) => method === 'getUpdates' && params['offset'] !== undefined,
  ({ method }) => method === 'getFile',
  ({ method }) => method.startsWith('file:'),
]
const KILLS = 12

/** Texts of a person, in order. */
async function saidBy({ call }: Life, name: string): Promise<string[]> {
  const { data } = await call(listInbox, { query: {} })
  const row = data.find(({ visitor }) => visitor?.name?.startsWith(name))
  if (!row) return []
  const { messages } = await call(getConversation, { params: { uuid: row.id } })
  return messages.filter(({ author }) => author === 'visitor').map(({ content }) => content)
}

test('a server killed while it takes messages of a bot loses none, doubles none and keeps their order', async () => {
  const bot = await startBotApi()
  onTestFinished(bot.close)
  bot.keep('picture', PICTURE)
  const dataDir = emptyDataFolder()
  const env = { PARLEY_ALLOW_PRIVATE: bot.address }
  let life = await live({ dataDir, env })
  // People answer: what an assistant says is not the point here.
  await life.call(createMessengerBot, { body: { token: BOT_TOKEN, url: bot.url } })
  await expect.poll(bot.waiting, { timeout: 10_000 }).toBe(1)
  const written: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const isPlace = PLACES[kill % PLACES.length]!
    const reached = Promise.withResolvers<void>()
    bot.behaviour.fault = (call) => {
      if (!isPlace(call)) return undefined
      reached.resolve()
      return { hangs: true }
    }
    for (const part of ['a', 'b']) {
      written.push(`${kill}${part}`)
      bot.write(`${kill}${part}`)
      bot.write({ caption: `${kill}${part}`, photo: [{ file_id: 'picture' }] }, BOB)
    }
    await reached.promise
    await life.end('SIGKILL')
    bot.behaviour.fault = () => undefined
    life = await live({ dataDir, env })
  }
  await expect.poll(() => saidBy(life, 'Ada'), { timeout: 30_000 }).toEqual(written)
  await expect.poll(() => saidBy(life, 'Bob'), { timeout: 30_000 }).toEqual(written)

  // Killed while it answers: what had not left is sent by the next start, what may have left is not sent again.
  const { data } = await life.call(listInbox, { query: {} })
  const uuid = data.find(({ visitor }) => visitor?.name?.startsWith('Ada'))!.id
  const reached = Promise.withResolvers<void>()
  bot.behaviour.fault = ({ method }) => {
    if (method !== 'sendMessage') return undefined
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
  bot.behaviour.fault = () => undefined
  life = await live({ dataDir, env })
  await expect.poll(() => bot.textsTo(), { timeout: 30_000 }).toEqual(['Two', 'Three'])
  await life.end('SIGTERM')
}, 300_000)
