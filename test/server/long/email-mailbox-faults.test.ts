import { expect, test } from 'vitest'
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
}, 60_000)
