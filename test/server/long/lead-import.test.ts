import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createCampaign, getCampaign } from '#contracts/campaigns.ts'
import { importLeads, MAX_LEADS } from '#contracts/lead-import.ts'
import { createdAssistant } from '../../support/assistants.ts'
import { type Life, live } from '../../support/life.ts'
import { emptyDataFolder } from '../../support/server.ts'

/** A small heap: with more room, the garbage collector only waits longer. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=160 --max-semi-space-size=4' }

/** Memory that a server may take while it imports, MB. */
const MAX_MB = 300

/** Most memory that a process has had, MB. */
function peakOf({ child }: Life): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}

const file = (count: number) =>
  new File(
    [
      'phone_number,customer_name,town,secondary_phone_1\n',
      ...Array.from({ length: count }, (_, at) => {
        const contact = 23_125_000 + (at % 1000)
        return `+1202${2_000_000 + at},Person ${at},Göttingen,+4930${contact}\n`
      }),
    ],
    'leads.csv',
  )

async function campaignOf(life: Life) {
  const assistant_id = await createdAssistant(life, { type: 'outbound', timezone: 'UTC' })
  const { data } = await life.call(createCampaign, { body: { name: 'Spring', assistant_id } })
  const count = async () => (await life.call(getCampaign, { params: { id: data.id } })).leads_count
  return { id: data.id, count }
}

test('the largest file takes little memory', async () => {
  const life = await live({ dataDir: emptyDataFolder(), env: SMALL_HEAP })
  const { id, count } = await campaignOf(life)
  const body = { file: file(MAX_LEADS), campaign_id: id }
  expect(await life.call(importLeads, { body })).toMatchObject({
    imported: MAX_LEADS,
    skipped_count: 0,
  })
  expect(peakOf(life)).toBeLessThan(MAX_MB)
  expect(await count()).toBe(MAX_LEADS)
  await life.end('SIGTERM')
}, 300_000)

test('an import whose server is killed in the middle is there as a whole or not at all', async () => {
  const dataDir = emptyDataFolder()
  const first = await live({ dataDir })
  const { id, count } = await campaignOf(first)
  const sent = { file: file(10_000), campaign_id: id }
  const answer = first.call(importLeads, { body: sent }).catch(() => undefined)
  // Once there is one, the import has been accepted.
  await expect.poll(count, { interval: 1, timeout: 60_000 }).toBeGreaterThan(0)
  await first.end('SIGKILL')
  await answer
  const second = await live({ dataDir })
  const after = async () => (await second.call(getCampaign, { params: { id } })).leads_count
  await expect.poll(after, { timeout: 60_000 }).toBe(10_000)
  await second.end('SIGTERM')
}, 120_000)
