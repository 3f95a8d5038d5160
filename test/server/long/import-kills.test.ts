import { expect, test } from 'vitest'
import { listAssistants } from '#contracts/assistants.ts'
import { importCalls } from '#contracts/call-import.ts'
import { listCalls } from '#contracts/calls.ts'
import { live } from '../../support/life.ts'
import { emptyDataFolder } from '../../support/server.ts'

const COUNT = 5000

test('an import whose server is killed midway is there completely or not at all', async () => {
  const dataDir = emptyDataFolder()
  const first = await live({ dataDir })
  const { data } = await first.call(listAssistants)
  const call = { assistant_id: data[0]!.id, type: 'web' as const, status: 'completed' as const }
  const body = { calls: Array.from({ length: COUNT }, () => call) }
  const answer = first.call(importCalls, { body }).catch(() => undefined)
  const total = async ({ call }: Pick<typeof first, 'call'>) => (await call(listCalls)).total
  // Once there is one, the import has been accepted.
  await expect.poll(() => total(first), { interval: 1, timeout: 10_000 }).toBeGreaterThan(0)
  await first.end('SIGKILL')
  await answer
  const second = await live({ dataDir })
  await expect.poll(() => total(second), { timeout: 20_000 }).toBe(COUNT)
  await second.end('SIGTERM')
})
