import { expect, test } from 'vitest'
import {
  BRIEFING,
  COLLEAGUE,
  CONNECTED,
  HOLD,
  SUMMARY,
  warmCall,
} from '../../support/warm-transfers.ts'
import { waitLong } from '../../support/web-calls.ts'

test('a colleague is briefed about the caller, presses 1, and both are in a conference until one hangs up', async () => {
  const { caller, colleague, provider, notes } = await warmCall()
  const second = await colleague()
  expect([second.call.to, second.call.from]).toEqual([COLLEAGUE, caller.call.from])
  await caller.telephone.hears(HOLD)
  await second.call.answer()
  const ear = await second.call.stream()
  for (const words of [BRIEFING, SUMMARY, 'Press 1']) await ear.hears(words)
  second.call.press('1')
  await second.call.does('Dial Conference')
  await caller.call.does('Dial Conference')
  expect(caller.telephone.heard()).toContain(CONNECTED)
  expect(provider.conferences()).toEqual([2])
  const dial = (log: readonly string[]) => log.find((line) => line.startsWith('Dial'))
  expect(dial(caller.call.log)).toBe(dial(second.call.log))
  expect(dial(caller.call.log)).toMatch(/^Dial Conference [\w-]{43}$/)
  expect(await notes()).toEqual([['transfer_asked'], ['transfer_accepted']])
  await second.call.hangUp()
  await caller.call.over()
  await expect.poll(async () => (await caller.shown()).status, waitLong).toBe('completed')
  await expect.poll(async () => (await second.shown()).status, waitLong).toBe('completed')
  expect((await caller.shown()).transcript).toContain(`AI: ${HOLD}\nAI: ${CONNECTED}`)
  expect((await second.shown()).carrier_cost).toBeGreaterThan(0)
})

test('a waiting caller hears music, and what they say is transcribed', async () => {
  const { caller, colleague } = await warmCall({
    tool: { hold_music: 'hold_music', hold_music_volume: 50 },
  })
  await colleague()
  await caller.telephone.hears(HOLD)
  const loud = () =>
    caller.telephone
      .frames()
      .slice(-50)
      .filter((frame) => frame.some((sample) => sample > 500))
  await expect.poll(() => loud().length, waitLong).toBeGreaterThan(20)
  caller.telephone.say('hello')
  await expect.poll(async () => (await caller.shown()).transcript, waitLong).toContain('hello')
})
