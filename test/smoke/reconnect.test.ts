import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { getConversation, listConversations } from '#contracts/conversations.ts'
import { chromium } from '../support/chromium.ts'
import { freePort, type Life, live } from '../support/life.ts'
import { occurrences, operatorOn, visitorOn } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'
import { BUILT } from '../support/server-process.ts'

type Messages = Awaited<ReturnType<typeof detailOf>>['messages']

const countIn = (text: string, part: string) => text.split(part).length - 1

/** Reports whether a log shows each message once; the start of an interrupted answer may also occur in the next one. */
async function shownOnce(place: Locator, messages: Messages): Promise<boolean> {
  const shown = await place.textContent()
  // An answer killed before its first words were saved is empty.
  return messages
    .filter(({ content }) => content)
    .every(({ content }) => {
      const start = content.slice(0, 60)
      const expected = messages.reduce((sum, message) => sum + countIn(message.content, start), 0)
      return countIn(shown!, start) === expected
    })
}

async function detailOf(life: Life) {
  const { data } = await life.call(listConversations)
  return life.call(getConversation, { params: { uuid: data[0]!.id } })
}

test('when a server killed mid-answer comes back, both sides reconnect and nothing is lost or shown twice', async () => {
  const [dataDir, port] = [temporaryFolder(), await freePort()]
  const birth = { dataDir, port, main: BUILT }
  const first = await live(birth)
  const visitor = visitorOn(await chromium.person())
  const operator = operatorOn(await chromium.person())
  await operator.signIn(first)
  await visitor.open(first.url)
  await visitor.say('What does Parley cost?')
  await visitor.log
    .getByText(/Parley is/)
    .first()
    .waitFor()
  await operator.openFirst()
  await first.end('SIGKILL')

  // A message typed while the server is down is kept, marked as waiting, and sent later.
  await visitor.chat
    .getByText(/Not up to date/)
    .first()
    .waitFor({ timeout: 10_000 })
  await visitor.say('Which licence does Parley have?')

  const second = await live(birth)
  const whole = async () =>
    (await visitor.log.getByText(/free/i).count()) > 0 &&
    (await occurrences(visitor.log, 'Which licence does Parley have?')) === 1
  await expect.poll(whole, { timeout: 20_000 }).toBe(true)
  await expect
    .poll(
      () =>
        visitor.chat
          .getByText(/Not up to date/)
          .first()
          .isVisible(),
      { timeout: 20_000 },
    )
    .toBe(false)
  await operator.thread.getByText('Which licence does Parley have?').waitFor()

  await expect
    .poll(async () => (await detailOf(second)).messages.at(-1), { timeout: 10_000 })
    .toMatchObject({ author: 'assistant', status: 'complete' })
  const { messages } = await detailOf(second)
  for (const text of ['What does Parley cost?', 'Which licence does Parley have?']) {
    expect(messages.filter(({ content }) => content === text)).toHaveLength(1)
  }
  for (const place of [visitor.log, operator.thread]) {
    await expect.poll(() => shownOnce(place, messages), { timeout: 5000 }).toBe(true)
  }
  expect(messages.map(({ seq }) => seq)).toEqual(messages.map((_, index) => index + 1))
})
