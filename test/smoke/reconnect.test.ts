import { expect, test } from 'vitest'
import { getConversation, listConversations } from '#contracts/conversations.ts'
import { chromium } from '../support/chromium.ts'
import { BUILT, freePort, type Life, live } from '../support/life.ts'
import { occurrences, operatorOn, visitorOn } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'

test('a server killed in mid-answer comes back: both sides reconnect, nothing is lost or shown twice', async () => {
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

  // What is typed while the server is away is kept, says that it waits, and goes out later.
  await visitor.chat.getByText(/Not up to date/).waitFor({ timeout: 10_000 })
  await visitor.say('Which licence does Parley have?')

  const second = await live(birth)
  const whole = async () =>
    (await visitor.log.getByText(/free/i).count()) > 0 &&
    (await occurrences(visitor.log, 'Which licence does Parley have?')) === 1
  await expect.poll(whole, { timeout: 20_000 }).toBe(true)
  await expect
    .poll(() => visitor.chat.getByText(/Not up to date/).isVisible(), { timeout: 20_000 })
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

type Messages = Awaited<ReturnType<typeof detailOf>>['messages']

/** Every message of the server stands once in a log, and is whole. */
async function shownOnce(
  place: Parameters<typeof occurrences>[0],
  messages: Messages,
): Promise<boolean> {
  const counts = await Promise.all(
    messages.map(({ content }) => occurrences(place, content.slice(0, 60))),
  )
  return counts.every((count) => count === 1)
}

async function detailOf(life: Life) {
  const { data } = await life.call(listConversations)
  return life.call(getConversation, { params: { uuid: data[0]!.id } })
}

test('the unsent message survives a reload', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const visitor = visitorOn(await chromium.person())
  await visitor.open(life.url)
  await visitor.field.fill('A thought that is not finished')
  await visitor.page.reload()
  await visitor.launcher.click()
  await expect.poll(() => visitor.field.inputValue()).toBe('A thought that is not finished')
})

test('many tabs of one browser show the same conversation through one stream', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const page = await chromium.person()
  const first = visitorOn(page)
  await first.open(life.url)
  await first.say('What does Parley cost?')
  await first.log.getByText(/free/i).first().waitFor()
  const streams: string[] = []
  const other = await page.context().newPage()
  other.on('request', (request) => {
    if (request.url().includes('/widget/stream')) streams.push(request.url())
  })
  const second = visitorOn(other)
  await second.open(life.url)
  await second.say('Which licence does Parley have?')
  for (const { log } of [first, second]) await log.getByText(/MIT/).first().waitFor()
  expect(streams).toEqual([])
  // The tab with the stream goes; the other takes over and misses nothing.
  await page.close()
  await second.say('Thank you!')
  await expect.poll(() => streams.length, { timeout: 10_000 }).toBe(1)
  await expect
    .poll(async () => (await life.call(listConversations)).data[0]!.message_count)
    .toBeGreaterThanOrEqual(7)
  await expect.poll(() => occurrences(second.log, 'Thank you!')).toBe(1)
})
