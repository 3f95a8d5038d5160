import { expect, test } from 'vitest'
import { disableAi } from '#contracts/conversations.ts'
import { updateMessengerSender } from '#contracts/messenger-senders.ts'
import { EVE, FORM_FAULTS, type FormFault } from '../../support/form-messenger-stand-in.ts'
import { serverWithFormNumber } from '../../support/form-numbers.ts'
import { post } from '../../support/messenger.ts'

const PEOPLE = [1, 2, 3, 4].map((each) => ({ ...EVE, number: `+1202555012${each}` }))
const PICTURE = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
const MESSAGES = 40

/** A sequence that looks random and is the same each time. */
function createDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

test('repetitions, waits, failures, cut connections, late statuses and expired files lose and double nothing', async () => {
  const server = await serverWithFormNumber()
  const { call, provider, sender } = server
  await call(updateMessengerSender, { params: { id: sender.id }, body: { assistant_id: null } })
  const url = provider.keep('picture', PICTURE)
  const dice = createDice(11)
  const cut: number[] = []
  const ofSend = (roll: number): FormFault | undefined => {
    if (roll < 0.2) return FORM_FAULTS.busy(1)
    if (roll >= 0.3) return undefined
    cut.push(roll)
    return { isCut: true }
  }
  provider.behaviour.fault = (asked) => {
    if (/^POST .*Messages\.json$/.test(asked)) return ofSend(dice())
    return asked.startsWith('GET /media/') && dice() < 0.3 ? FORM_FAULTS.unavailable : undefined
  }
  const expected = new Map(PEOPLE.map(({ number }) => [number, [] as string[]]))
  for (let index = 0; index < MESSAGES; index += 1) {
    const person = PEOPLE[index % PEOPLE.length]!
    const MediaUrl0 = index % 14 === 0 ? `${provider.url}/media/expired` : url
    const media = { NumMedia: '1', MediaContentType0: 'image/jpeg', MediaUrl0 }
    const message = provider.messageOf(`Message ${index}`, index % 7 === 0 ? media : {}, person)
    expected.get(person.number)!.push(`Message ${index}`)
    const repeated = dice() < 0.5 ? [message, message] : [message]
    await Promise.all(repeated.map((each) => provider.deliver(each)))
    await server.clock.advance(500)
    if (dice() < 0.3) await provider.deliver(message)
  }
  for (const { number } of PEOPLE)
    await expect
      .poll(
        async () => {
          await server.clock.advance(5000)
          // A file may be given up after three failures; its message is not.
          return (await server.said(number)).map((text) => text.split('\n')[0])
        },
        { timeout: 60_000 },
      )
      .toEqual(expected.get(number))
  expect(await server.said(PEOPLE[0]!.number)).toContain('Message 0\n[image-1.jpg]')

  const replies = Array.from({ length: 20 }, (_, index) => `Reply ${index}`)
  for (const [index, content] of replies.entries())
    await server.reply(content, [], PEOPLE[index % PEOPLE.length]!.number)
  await expect
    .poll(
      async () => {
        await server.clock.advance(2000)
        return provider.sent.map(({ shown }) => shown).toSorted()
      },
      { timeout: 60_000 },
    )
    .toEqual(replies.toSorted())
  for (const [index, { number }] of PEOPLE.entries())
    expect(provider.shownTo(number)).toEqual(
      replies.filter((_, each) => each % PEOPLE.length === index),
    )
  expect(cut.length).toBeGreaterThan(0)
  // Statuses come late, in disorder and twice; those of messages whose answers were lost settle them.
  for (const status of ['read', 'sent', 'delivered', 'read'])
    for (const each of provider.sent) await provider.report(each, status)
  expect(new Set(server.statuses())).toEqual(new Set(['read']))
}, 200_000)

test('a token that was revoked is said in the thread, and nothing is sent twice once there is another one', async () => {
  const server = await serverWithFormNumber()
  const { provider } = server
  await server.write('Hello')
  await server.until(() => provider.sent.length, 1)
  provider.behaviour.fault = () => FORM_FAULTS.revoked
  await server.reply('Are you there?')
  await server.until(async () => (await server.reasons()).length, 1)
  expect((await server.reasons())[0]).not.toContain('canary-token')
  provider.behaviour.fault = () => undefined
  await server.clock.advance(60_000)
  await server.reply('Here I am')
  await server.until(() => provider.shownTo().slice(1), ['Here I am'])
})

test('long texts go out in parts, what the provider wants later is sent later, and refusals are said', async () => {
  const server = await serverWithFormNumber()
  const { call, provider, sender } = server
  await server.write('Hello')
  await server.until(() => provider.sent.length, 1)
  await call(disableAi, { params: { uuid: server.uuidOf()! } })
  const paragraphs = ['One', 'Two', 'Three'].map((word) => `${word} ${'x'.repeat(1000)}`)
  const to = { sender_id: sender.id, recipient_phone: EVE.number }
  const gate = Promise.withResolvers<void>()
  const faults: FormFault[] = [{ after: gate.promise }]
  provider.behaviour.fault = (asked) =>
    asked.endsWith('/Messages.json') && asked.startsWith('POST') ? faults.shift() : undefined
  const sent = post(server, 'send-freeform', { ...to, message: paragraphs.join('\n\n') })
  await server.until(() => faults.length, 0)
  // The first part is under way: the others wait for it.
  await server.clock.advance(2000)
  expect(provider.sent).toHaveLength(1)
  gate.resolve()
  expect(await sent).toMatchObject({ status: 200 })
  await server.until(() => provider.shownTo().slice(1), paragraphs)
  faults.push(FORM_FAULTS.busy(30), FORM_FAULTS.busy(5))
  await server.reply('Four')
  await server.reply('Five')
  await server.clock.advance(29_000)
  expect(provider.sent).toHaveLength(4)
  await server.until(() => provider.shownTo().slice(4), ['Four', 'Five'], 20_000)
  faults.push(FORM_FAULTS.windowClosed)
  await server.reply('Six')
  await server.until(async () => (await server.reasons()).length, 1)
  expect((await server.reasons())[0]).toContain('63016')
  // Cut off after it was sent: the report settles what the lost answer left open.
  faults.push({ isCut: true })
  await server.reply('Seven')
  await server.until(async () => (await server.reasons()).length, 2)
  expect(provider.shownTo().filter((text) => text === 'Seven')).toHaveLength(1)
  await provider.report(provider.sent.at(-1)!, 'delivered')
  expect(server.statuses().at(-1)).toBe('delivered')
})
