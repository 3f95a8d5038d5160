import { expect, test } from 'vitest'
import { getEmailMailbox } from '#contracts/email-mailbox.ts'
import { listReceivedEmails } from '#contracts/email-receiving.ts'
import { serverWithMailbox } from '../../support/mailbox.ts'

test('lost connections, renumbered messages and repeated deliveries lose and double nothing', async () => {
  const { clock, imap, reply, said } = await serverWithMailbox()
  const back = () =>
    expect
      .poll(async () => {
        await clock.advance(1000)
        return imap.waiting()
      })
      .toBe(1)
  // Dropped at every kind of command, one after another.
  for (const [index, word] of ['SEARCH', 'FETCH', 'STORE', 'IDLE', 'SELECT'].entries()) {
    let isDropped = false
    imap.behaviour.onCommand = (command) => {
      const isNow = !isDropped && command.includes(word)
      isDropped ||= isNow
      return isNow
    }
    if (word === 'SELECT') imap.drop()
    reply(`Number ${index}.`)
    await expect
      .poll(async () => {
        await clock.advance(1000)
        return isDropped && (await said()).length === index + 1
      })
      .toBe(true)
    await back()
  }
  const all = [0, 1, 2, 3, 4].map((index) => `Number ${index}.`)
  expect(await said()).toEqual(all)
  expect(imap.messages.slice(1).every(({ flags }) => flags.has('\\Seen'))).toBe(true)
  imap.renumber()
  imap.deliver(imap.messages.at(-1)!.raw)
  imap.drop()
  await back()
  reply('And one more.')
  await expect.poll(said).toEqual([...all, 'And one more.'])
})

test.each([
  ['broken off', true],
  ['refused', 'refused'],
] as const)(
  'a search that is %s after messages were renumbered loses nothing',
  async (_, fate) => {
    const { clock, imap, reply, said } = await serverWithMailbox()
    let isFailed = false
    imap.behaviour.onCommand = (command) => {
      const isNow = !isFailed && command.includes('SINCE')
      isFailed ||= isNow
      return isNow && fate
    }
    imap.renumber()
    imap.drop()
    reply('Written meanwhile.')
    await expect
      .poll(async () => {
        await clock.advance(1000)
        return isFailed && (await said())
      })
      .toEqual(['Written meanwhile.'])
  },
  60_000,
)

test('an email that can never be stored is set aside after five attempts, and later ones come in', async () => {
  const { call, clock, context, imap, reply, said } = await serverWithMailbox()
  context.db.exec(`
    CREATE TRIGGER broken BEFORE INSERT ON messages WHEN new.content LIKE 'Broken%'
    BEGIN SELECT RAISE(ABORT, 'no such cell'); END
  `)
  reply('Broken.')
  reply('Later.')
  // A connection has 20 s.
  const inTime = (found: () => Promise<unknown>) =>
    expect.poll(
      async () => {
        await clock.advance(4000)
        return found()
      },
      { timeout: 90_000 },
    )
  await inTime(async () => (await call(getEmailMailbox)).error).toContain('no such cell')
  expect(await said()).toEqual([])
  await inTime(said).toEqual(['Later.'])
  const [later, broken] = (await call(listReceivedEmails)).data
  expect(later).toMatchObject({ status: 'taken' })
  expect(broken).toMatchObject({ status: 'ignored', address: 'ana@example.org' })
  expect(broken!.reason).toContain('unread in the mailbox')
  await inTime(async () => (await call(getEmailMailbox)).error).toBeNull()
  expect(imap.messages.map(({ flags }) => flags.has('\\Seen'))).toEqual([false, false, true])
}, 120_000)
