import { expect, test } from 'vitest'
import { listConversations } from '#contracts/conversations.ts'
import { chromium } from '../support/chromium.ts'
import { live } from '../support/life.ts'
import { occurrences, visitorOn } from '../support/people.ts'
import { temporaryFolder } from '../support/server.ts'
import { BUILT } from '../support/server-process.ts'

test('an unsent message survives a reload', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const visitor = visitorOn(await chromium.person())
  await visitor.open(life.url)
  await visitor.field.fill('A thought that is not finished')
  await visitor.page.reload()
  await expect.poll(() => visitor.field.inputValue()).toBe('A thought that is not finished')
})

test('many tabs of one browser show the same conversation over a single stream', async () => {
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
  // The tab that owns the stream closes; another takes over without missing anything.
  await page.close()
  await second.say('Thank you!')
  await expect.poll(() => streams.length, { timeout: 10_000 }).toBe(1)
  await expect
    .poll(async () => (await life.call(listConversations)).data[0]!.message_count)
    .toBeGreaterThanOrEqual(7)
  await expect.poll(() => occurrences(second.log, 'Thank you!')).toBe(1)
})
