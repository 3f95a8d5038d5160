import { expect, test } from 'vitest'
import { type Call, getCallTimeline } from '#contracts/calls.ts'
import { listLedger } from '#contracts/money.ts'
import { updateSpeechService } from '#contracts/speech-providers.ts'
import { createTool } from '#contracts/tools.ts'
import { moneyQueries } from '../../../server/features/billing/money/queries.ts'
import { startReceiver } from '../../support/receiver.ts'
import { telephoneRealtime } from '../../support/telephone-realtime.ts'
import { stockTool } from '../../support/tools.ts'
import { waitLong } from '../../support/web-calls.ts'

/** Waits until the assistant was heard saying something. */
const says = (shown: () => Promise<Call>, words: string) =>
  expect.poll(async () => (await shown()).transcript, waitLong).toContain(`AI: ${words}`)

test.each(['multimodal', 'dualplex'] as const)(
  'a %s model handles a phone call: it greets, hears and answers',
  async (mode) => {
    const { talking, standIn } = await telephoneRealtime(mode)
    const { telephone, shown, call: line } = await talking()
    await says(shown, 'Welcome.')
    telephone.say('bread')
    await expect
      .poll(async () => (await shown()).transcript, waitLong)
      .toMatch(/^AI: Welcome\.\nCustomer: bread\nAI: ./)
    expect(standIn.sockets).toHaveLength(1)
    expect(telephone.playedMs()).toBeGreaterThan(300)
    await line.hangUp()
    await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
  },
)

test('a tool is called mid-call, and the call record shows it at that point', async () => {
  const shop = await startReceiver((res) => res.end('Seven.'))
  const { talking, call, set } = await telephoneRealtime('multimodal', {}, [shop.host])
  const { data: tool } = await call(createTool, {
    body: { ...stockTool(shop.url), schema: [{ name: 'x', type: 'string', description: 'What.' }] },
  })
  await set({ tool_ids: [tool.id] })
  const { id, telephone, shown, call: line } = await talking()
  await says(shown, 'Welcome.')
  telephone.say('call stock rolls')
  await says(shown, 'Seven.')
  await line.hangUp()
  const { utterances } = await call(getCallTimeline, { params: { id } })
  expect(utterances.map(({ function_calls: calls }) => calls?.map(({ name }) => name))).toEqual([
    undefined,
    ['stock'],
    undefined,
  ])
  expect(utterances[1]!.function_calls).toMatchObject([
    { arguments: { x: 'rolls' }, status: 'done', result: 'Seven.' },
  ])
})

test('a phone call costs what was heard and spoken, and none is dialled or answered without its first minute', async () => {
  const { service, call, set, context, talking, provider, callIn, dialled } =
    await telephoneRealtime('multimodal', { budget_per_day: 0.2 })
  await call(updateSpeechService, {
    params: { id: service.id },
    body: { hearing_price: 0.06, speaking_price: 0.24 },
  })
  await expect(dialled()).rejects.toMatchObject({ status: 422 })
  expect(provider.calls).toEqual([])
  await set({ type: 'inbound' })
  const refused = await callIn()
  await refused.does('Reject')
  expect(provider.calls).toHaveLength(1)
  await set({ type: 'outbound', budget_per_day: 5 })
  const before = moneyQueries(context.db).balance(1)
  const { call: answered, shown } = await talking()
  await says(shown, 'Welcome.')
  await answered.hangUp()
  await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
  const ledger = (await call(listLedger)).data
  const spoken = ledger.filter(({ kind }) => kind.startsWith('llm.'))
  expect(spoken.map(({ kind }) => kind).sort()).toEqual(['llm.hold', 'llm.settled'])
  const { total_cost: cost, carrier_cost: line } = await shown()
  // Its greeting took eight characters of 40 ms; in addition the minute on the line is charged.
  const speech = Math.ceil((8 * 40 * 240_000) / 60_000)
  expect(before - moneyQueries(context.db).balance(1)).toBe(Math.round(cost * 1_000_000))
  expect(Math.round((cost - line) * 1_000_000)).toBe(speech)
})
