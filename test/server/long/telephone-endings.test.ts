import { expect, test } from 'vitest'
import { getCallTimeline } from '#contracts/calls.ts'
import { listLedger } from '#contracts/money.ts'
import { updateSpeechService } from '#contracts/speech-providers.ts'
import { phrasesFor } from '../../../server/language/phrases.ts'
import { telephoneRealtime } from '../../support/telephone-realtime.ts'
import { waitLong } from '../../support/web-calls.ts'

test('a phone call whose budget is used up ends with the configured sentence, and costs at most the hold', async () => {
  const { service, call, set, talking } = await telephoneRealtime('multimodal', {}, [], false)
  await call(updateSpeechService, {
    params: { id: service.id },
    body: { hearing_price: 0.06, speaking_price: 0.24 },
  })
  await set({
    budget_per_day: 0.35,
    over_budget_message: 'No money.',
    system_prompt: 'bread '.repeat(150),
  })
  const { call: line, telephone, shown } = await talking()
  await expect.poll(async () => (await shown()).transcript, waitLong).toBe('AI: Welcome.')
  // The model reads out its instructions, which take most of a minute and arrive at once. There is no balance
  // for a second minute.
  telephone.say('bread')
  await line.over()
  await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
  const { transcript, total_cost: total, carrier_cost: carrier } = await shown()
  expect(transcript).toMatch(/\nCustomer: bread\nAI: bread.+\nAI: No money\.$/s)
  expect(total - carrier).toBeGreaterThan(0.15)
  expect(total - carrier).toBeLessThanOrEqual(0.3)
  const { data } = await call(listLedger)
  const speech = data.filter(({ kind }) => kind.startsWith('llm.'))
  expect(speech.map(({ kind }) => kind).sort()).toEqual(['llm.hold', 'llm.settled'])
})

test.each(['multimodal', 'dualplex'] as const)(
  'when a %s model is lost while nobody speaks, the assistant apologises at once, and the call ends',
  async (mode) => {
    const { talking, standIn, service, call } = await telephoneRealtime(mode)
    const { id, call: line, shown } = await talking()
    await expect.poll(async () => (await shown()).transcript, waitLong).toBe('AI: Welcome.')
    standIn.sockets[0]!.cut()
    await line.over()
    await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
    const { activities } = await call(getCallTimeline, { params: { id } })
    expect(activities).toMatchObject([{ kind: 'speech_failed', data: { service: service.name } }])
    expect((await shown()).transcript).toBe(`AI: Welcome.\nAI: ${phrasesFor('en').unavailable}`)
  },
)
