import { expect, test } from 'vitest'
import { disableAi, replyToConversation } from '#contracts/conversations.ts'
import { updateMessengerSender } from '#contracts/messenger-senders.ts'
import { ADA, type BotCall, FAULTS, type Fault } from '../../support/bot-api-stand-in.ts'
import { senderAtDesk, serverWithBot } from '../../support/bots.ts'

const PEOPLE = [1, 2, 3, 4].map((each) => ({ ...ADA, id: 5000 + each, first_name: `P${each}` }))
const PICTURE = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
const MESSAGES = 60

/** A sequence that looks random and is the same each time. */
function createDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

test('repetitions, disorder, waits, failures, cut connections and expired files lose and double nothing', async () => {
  const server = await serverWithBot()
  const { bot, call, sender } = server
  await call(updateMessengerSender, { params: { id: sender.id }, body: { assistant_id: null } })
  bot.keep('picture', PICTURE)
  const dice = createDice(7)
  const cutSends: string[] = []
  bot.behaviour.repeats = 5
  bot.behaviour.batch = (list) =>
    [...list, ...list.filter(() => dice() < 0.5)].sort(() => dice() - 0.5)
  const ofSend = (roll: number, { params }: BotCall): Fault | undefined => {
    if (roll < 0.2) return FAULTS.busy(1)
    if (roll >= 0.3) return undefined
    cutSends.push(String(params['text']))
    return { cut: 'after' }
  }
  const ofRead = (roll: number): Fault | undefined => {
    if (roll < 0.1) return FAULTS.busy(1)
    if (roll < 0.2) return FAULTS.unavailable
    if (roll < 0.3) return { cut: 'before' }
    return roll < 0.4 ? { cut: 'after' } : undefined
  }
  bot.behaviour.fault = (asked) => {
    if (asked.params['file_id'] === 'expired') return FAULTS.fileExpired
    return asked.method.startsWith('send') ? ofSend(dice(), asked) : ofRead(dice())
  }
  const expected = new Map(PEOPLE.map(({ id }) => [id, [] as string[]]))
  for (let index = 0; index < MESSAGES; index += 1) {
    const person = PEOPLE[index % PEOPLE.length]!
    const text = `Message ${index}`
    const isPicture = index % 7 === 0
    const file_id = index % 14 === 0 ? 'expired' : 'picture'
    bot.write(isPicture ? { caption: text, photo: [{ file_id }] } : text, person)
    expected.get(person.id)!.push(text)
    await server.clock.advance(500)
  }
  for (const { id } of PEOPLE)
    await expect
      .poll(
        async () => {
          await server.clock.advance(5000)
          // A file may be given up after three failures in a row; its message is not.
          return (await server.said(`telegram:${id}`)).map((text) => text.split('\n')[0])
        },
        { timeout: 60_000 },
      )
      .toEqual(expected.get(id))
  expect(await server.said(`telegram:${PEOPLE[0]!.id}`)).toContainEqual(
    expect.stringMatching(/^Message 0\n\[photo-\d+\.jpg\]$/),
  )

  const replies = Array.from({ length: 20 }, (_, index) => `Reply ${index}`)
  for (const [index, content] of replies.entries()) {
    const uuid = server.uuidOf(`telegram:${PEOPLE[index % PEOPLE.length]!.id}`)!
    const body = { client_id: crypto.randomUUID(), content }
    await call(replyToConversation, { params: { uuid }, body })
  }
  const arrived = () => bot.sent.map(({ text }) => text)
  await expect
    .poll(
      async () => {
        await server.clock.advance(2000)
        return arrived().toSorted()
      },
      { timeout: 60_000 },
    )
    .toEqual(replies.toSorted())
  for (const [index, { id }] of PEOPLE.entries())
    expect(bot.textsTo(id)).toEqual(replies.filter((_, each) => each % PEOPLE.length === index))
  expect(new Set(cutSends).size).toBe(cutSends.length)
  expect(cutSends.length).toBeGreaterThan(0)
}, 200_000)

test('what the service wants later is sent later, once and in order; what it refuses, the thread says', async () => {
  const server = await serverWithBot()
  const { bot, call } = server
  const answer = (content: string) =>
    call(replyToConversation, {
      params: { uuid: server.uuidOf()! },
      body: { client_id: crypto.randomUUID(), content },
    })
  bot.write('Hello')
  await server.until(() => bot.sent.length, 1)
  await call(disableAi, { params: { uuid: server.uuidOf()! } })
  let busy = 2
  bot.behaviour.fault = ({ method }) => {
    if (method !== 'sendMessage' || busy === 0) return undefined
    busy -= 1
    return FAULTS.busy(30)
  }
  await answer('One')
  await answer('Two')
  await server.clock.advance(29_000)
  expect(bot.textsTo()).toHaveLength(1)
  await server.until(() => bot.textsTo().slice(1), ['One', 'Two'], 20_000)
  bot.behaviour.fault = ({ method }) => (method === 'sendMessage' ? FAULTS.blocked : undefined)
  await answer('Three')
  const reasons = async () =>
    (await server.conversation()).activities
      .filter(({ kind }) => kind === 'messenger_not_sent')
      .map(({ data }) => data['reason'])
  await server.until(async () => (await reasons()).length, 1)
  expect(String((await reasons())[0])).toContain('blocked by the user')
  // Cut off after it was sent: nobody knows, so it is not sent again.
  bot.behaviour.fault = ({ method }) => (method === 'sendMessage' ? { cut: 'after' } : undefined)
  await answer('Four')
  await server.until(async () => (await reasons()).length, 2)
  await server.clock.advance(60_000)
  expect(bot.textsTo().filter((text) => text === 'Four')).toHaveLength(1)
})

test('an update that cannot be taken is left out in the end, and those behind it come in', async () => {
  const server = await serverWithBot()
  const { bot, context } = server
  // Stands for a fault of ours.
  context.db.exec(`
    CREATE TRIGGER broken BEFORE INSERT ON messages WHEN new.content = 'Broken'
    BEGIN SELECT raise(ABORT, 'broken'); END
  `)
  bot.write('Before')
  bot.write('Broken')
  bot.write('Behind')
  await server.until(() => server.said(), ['Before', 'Behind'], 20_000)
  expect((await senderAtDesk(server)).bot).toMatchObject({ ignored: 1 })
})
