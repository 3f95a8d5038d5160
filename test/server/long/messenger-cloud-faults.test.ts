import { expect, test } from 'vitest'
import { disableAi } from '#contracts/conversations.ts'
import { updateMessengerSender } from '#contracts/messenger-senders.ts'
import {
  CLOUD_FAULTS,
  type CloudCall,
  type CloudFault,
  EVE,
} from '../../support/cloud-api-stand-in.ts'
import { cloudSenderAtDesk, serverWithCloudNumber } from '../../support/cloud-numbers.ts'

const PEOPLE = [1, 2, 3, 4].map((each) => ({ ...EVE, wa_id: `1202555012${each}` }))
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
  const server = await serverWithCloudNumber()
  const { cloud, call, sender } = server
  await call(updateMessengerSender, { params: { id: sender.id }, body: { assistant_id: null } })
  cloud.keep('picture', PICTURE)
  const dice = createDice(7)
  const cutSends: string[] = []
  const ofSend = (roll: number, { json }: CloudCall): CloudFault | undefined => {
    if (roll < 0.2) return CLOUD_FAULTS.busy(1)
    if (roll >= 0.3) return undefined
    cutSends.push(String((json['text'] as { body: string }).body))
    return { cut: 'after' }
  }
  const ofRead = (roll: number): CloudFault | undefined => {
    if (roll < 0.1) return CLOUD_FAULTS.busy(1)
    if (roll < 0.2) return CLOUD_FAULTS.unavailable
    if (roll < 0.3) return { cut: 'before' }
    if (roll < 0.4) cloud.expire()
    return undefined
  }
  cloud.behaviour.fault = (asked) => {
    if (asked.path.startsWith('/expired')) return CLOUD_FAULTS.mediaGone
    return asked.path.endsWith('/messages') ? ofSend(dice(), asked) : ofRead(dice())
  }
  const expected = new Map(PEOPLE.map(({ wa_id }) => [wa_id, [] as string[]]))
  for (let index = 0; index < MESSAGES; index += 2) {
    // Two at once, of the same person: the second one comes first, and both come again.
    const person = PEOPLE[(index / 2) % PEOPLE.length]!
    const pair = [index, index + 1].map((each) => {
      const id = each % 14 === 0 ? 'expired' : 'picture'
      const caption = `Message ${each}`
      expected.get(person.wa_id)!.push(caption)
      return cloud.messageOf(
        each % 7 === 0 ? { type: 'image', image: { id, caption } } : caption,
        person,
      )
    })
    await cloud.deliver([pair[1]!])
    await cloud.deliver([pair[0]!, pair[1]!])
    if (dice() < 0.5) await cloud.deliver(pair)
    await server.clock.advance(500)
  }
  for (const { wa_id } of PEOPLE)
    await expect
      .poll(
        async () => {
          await server.clock.advance(5000)
          // A file may be given up after three failures; its message is not.
          return (await server.said(`+${wa_id}`)).map((text) => text.split('\n')[0])
        },
        { timeout: 60_000 },
      )
      .toEqual(expected.get(wa_id))
  expect(await server.said(`+${PEOPLE[0]!.wa_id}`)).toContainEqual(
    expect.stringMatching(/^Message 0\n\[image-\d+\.jpg\]$/),
  )

  const replies = Array.from({ length: 20 }, (_, index) => `Reply ${index}`)
  for (const [index, content] of replies.entries())
    await server.reply(content, [], `+${PEOPLE[index % PEOPLE.length]!.wa_id}`)
  await expect
    .poll(
      async () => {
        await server.clock.advance(2000)
        return cloud.sent.map(({ text }) => text).toSorted()
      },
      { timeout: 60_000 },
    )
    .toEqual(replies.toSorted())
  for (const [index, { wa_id }] of PEOPLE.entries())
    expect(cloud.textsTo(wa_id)).toEqual(
      replies.filter((_, each) => each % PEOPLE.length === index),
    )
  expect(new Set(cutSends).size).toBe(cutSends.length)
  expect(cutSends.length).toBeGreaterThan(0)
  // Reports come with every message, also with those whose answers were lost.
  await expect
    .poll(() =>
      server.context.db
        .prepare("SELECT count(*) FROM messenger_messages WHERE status <> 'read'")
        .pluck()
        .get(),
    )
    .toBe(0)
}, 200_000)

test('a message that cannot be taken is left out in the end, and those behind it come in', async () => {
  const server = await serverWithCloudNumber()
  // Stands for a fault of ours.
  server.context.db.exec(`
    CREATE TRIGGER broken BEFORE INSERT ON messages WHEN new.content = 'Broken'
    BEGIN SELECT raise(ABORT, 'broken'); END
  `)
  for (const text of ['Before', 'Broken', 'Behind']) await server.write(text)
  await server.until(() => server.said(), ['Before', 'Behind'], 20_000)
  expect((await cloudSenderAtDesk(server)).connection).toMatchObject({ ignored: 1 })
})

test('what the service wants later is sent later, once and in order', async () => {
  const server = await serverWithCloudNumber()
  const { cloud, call } = server
  await server.write('Hello')
  await server.until(() => cloud.sent.length, 1)
  await call(disableAi, { params: { uuid: server.uuidOf()! } })
  const faults = [CLOUD_FAULTS.busy(30), CLOUD_FAULTS.pairBusy, CLOUD_FAULTS.usedUp(2)]
  cloud.behaviour.fault = ({ path }) => (path.endsWith('/messages') ? faults.shift() : undefined)
  await server.reply('One')
  await server.reply('Two')
  await server.clock.advance(29_000)
  expect(cloud.sent).toHaveLength(1)
  await server.until(() => cloud.textsTo().slice(1), ['One', 'Two'], 20_000)
  // Cut off after it was sent: the report with its mark settles what the lost answer left open.
  cloud.behaviour.reports = []
  cloud.behaviour.fault = ({ path }) => (path.endsWith('/messages') ? { cut: 'after' } : undefined)
  await server.reply('Three')
  await server.until(async () => (await server.reasons()).length, 1)
  await server.clock.advance(60_000)
  expect(cloud.textsTo().filter((text) => text === 'Three')).toHaveLength(1)
  const { id, json } = cloud.sent.at(-1)!
  await cloud.reportStatus(id, 'delivered', { mark: String(json['biz_opaque_callback_data']) })
  const row = server.context.db
    .prepare('SELECT status, sid FROM messenger_messages ORDER BY id DESC')
    .get()
  expect(row).toEqual({ status: 'delivered', sid: id })
})
