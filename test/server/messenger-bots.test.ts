import { expect, test } from 'vitest'
import {
  createMessengerBot,
  reconnectMessengerBot,
  testMessengerBot,
} from '#contracts/messenger-bots.ts'
import {
  createMessengerTemplate,
  deleteMessengerSender,
  updateMessengerSender,
} from '#contracts/messenger-senders.ts'
import { listNotices } from '#contracts/notices.ts'
import { anotherAccount } from '../support/accounts.ts'
import { BOT, BOT_TOKEN, FAULTS, startBotApi } from '../support/bot-api-stand-in.ts'
import { senderAtDesk, serverWithBot } from '../support/bots.ts'
import { startServer } from '../support/server.ts'

test('a bot is added with its token, which is sealed and never shown, once and by whoever may', async () => {
  const server = await serverWithBot()
  const { bot, call, context, sender } = server
  expect(sender).toMatchObject({
    phone_number: `@${BOT.username}`,
    display_name: 'Example Shop',
    status: 'online',
  })
  const stored = JSON.stringify(context.db.prepare('SELECT * FROM messenger_bots').all())
  expect(stored).not.toContain(BOT_TOKEN)
  await server.until(async () => (await senderAtDesk(server)).bot?.state, 'connected')
  const shown = await senderAtDesk(server)
  expect(shown).toMatchObject({
    capabilities: {
      window_hours: null,
      has_templates: false,
      has_receipts: false,
      is_played: false,
    },
    bot: { error: null, ignored: 0, url: bot.url },
  })
  expect(JSON.stringify(shown)).not.toContain(BOT_TOKEN)
  const body = { token: BOT_TOKEN, url: bot.url }
  expect(await call(testMessengerBot, { body })).toEqual({
    ok: true,
    message: 'The service knows the bot.',
    name: `Example Shop (@${BOT.username})`,
    allowable: null,
  })
  const wrong = { token: '123456789:AAwrong_wrong_wrong', url: bot.url }
  expect(await call(testMessengerBot, { body: wrong })).toMatchObject({
    ok: false,
    message: expect.stringContaining('@BotFather'),
  })
  await expect(call(createMessengerBot, { body: wrong })).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('The bot could not be connected'),
  })
  await expect(call(createMessengerBot, { body })).rejects.toMatchObject({ status: 422 })
  const params = { id: sender.id }
  const other = { token: '987654321:AAanother_bots_token', url: bot.url }
  await expect(call(reconnectMessengerBot, { params, body: other })).rejects.toMatchObject({
    status: 422,
  })
  // A stored token stays with the address it was entered for.
  await expect(
    call(reconnectMessengerBot, { params, body: { url: 'https://elsewhere.example' } }),
  ).rejects.toMatchObject({ status: 422 })
  await expect(
    call(updateMessengerSender, { params, body: { phone_number: '+14155552671' } }),
  ).rejects.toMatchObject({ status: 422 })
  await expect(
    call(createMessengerTemplate, {
      params,
      body: { name: 'a', language: 'en', category: 'utility', body_text: 'Hello' },
    }),
  ).rejects.toMatchObject({ status: 422, message: 'Senders of this kind have no templates' })
  const stranger = await anotherAccount(server)
  const paths = [
    ['POST', ''],
    ['POST', '/test'],
    ['PUT', `/${sender.id}`],
  ] as const
  for (const [method, path] of paths) {
    const init = { method, headers: { 'content-type': 'application/json' }, body: '{}' }
    expect((await fetch(`${server.url}/api/user/messenger/bots${path}`, init)).status).toBe(401)
  }
  const theirs = await stranger.fetch(`/api/user/messenger/bots/${sender.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(theirs.status).toBe(404)
  await call(deleteMessengerSender, { params })
  expect(context.db.prepare('SELECT count(*) FROM messenger_bots').pluck().get()).toBe(0)
  await expect.poll(bot.waiting).toBe(0)
})

test('the token goes to no public address without encryption', async () => {
  const asked: string[] = []
  const lookup = async (host: string) => {
    asked.push(host)
    return [{ address: '8.8.8.8', family: 4 }]
  }
  const server = await startServer({ outside: { lookup } })
  for (const url of ['http://api.example.com', 'http://8.8.8.8'])
    expect(await server.call(testMessengerBot, { body: { token: BOT_TOKEN, url } })).toMatchObject({
      ok: false,
      message: expect.stringContaining('Without encryption'),
      allowable: null,
    })
  expect(asked).toEqual(['api.example.com'])
})

test('a private address has to be allowed first', async () => {
  await using bot = await startBotApi()
  const server = await startServer()
  const body = { token: BOT_TOKEN, url: bot.url }
  expect(await server.call(testMessengerBot, { body })).toMatchObject({
    ok: false,
    allowable: bot.address,
  })
  expect(bot.calls).toEqual([])
})

test('a revoked token pauses the bot with a notice until it is connected again; another reader is named', async () => {
  const server = await serverWithBot()
  const { bot, call, sender } = server
  const shown = async () => (await senderAtDesk(server)).bot
  bot.behaviour.fault = ({ method }) => (method === 'getUpdates' ? FAULTS.conflict : undefined)
  bot.write('Wait')
  await server.until(async () => (await shown())?.state, 'failing', 10_000)
  expect((await shown())?.error).toContain('Another program')
  bot.behaviour.fault = ({ method }) => (method === 'getUpdates' ? FAULTS.unavailable : undefined)
  await server.clock.advance(120_000)
  bot.behaviour.fault = () => undefined
  await server.until(async () => (await server.said()).length, 1, 10_000)
  await server.until(async () => (await shown())?.state, 'connected', 10_000)
  bot.revoke(`${BOT.id}:AAnew-token_new-token`)
  await server.until(async () => (await shown())?.state, 'paused', 10_000)
  expect((await shown())?.error).toContain('@BotFather')
  expect((await senderAtDesk(server)).status).toBe('offline')
  const kinds = async () =>
    (await call(listNotices)).data.map(({ kind, subject }) => [kind, subject])
  expect(await kinds()).toEqual([['bot_failed', `@${BOT.username}`]])
  const asked = bot.calls.length
  await server.clock.advance(3_600_000)
  expect(bot.calls).toHaveLength(asked)
  const params = { id: sender.id }
  const body = { token: `${BOT.id}:AAnew-token_new-token` }
  expect((await call(reconnectMessengerBot, { params, body })).data.status).toBe('online')
  bot.write('Are you back?')
  await server.until(async () => (await server.said()).at(-1), 'Are you back?', 10_000)
  expect(await kinds()).toEqual([])
})
