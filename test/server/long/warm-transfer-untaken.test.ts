import { expect, test } from 'vitest'
import { callPhrasesFor } from '../../../server/language/call-phrases.ts'
import { HOLD, warmCall } from '../../support/warm-transfers.ts'
import { waitLong } from '../../support/web-calls.ts'

type Second = Awaited<ReturnType<Awaited<ReturnType<typeof warmCall>>['colleague']>>['call']

const taken = async (call: Second) => {
  await call.answer()
  const ear = await call.stream()
  await expect.poll(ear.playedMs, waitLong).toBeGreaterThan(100)
}

const ENDS: readonly (readonly [
  reason: 'busy' | 'no-answer' | 'declined' | 'machine',
  end: (call: Second) => Promise<void>,
])[] = [
  ['busy', (call) => call.fail('busy')],
  ['no-answer', (call) => call.fail('no-answer')],
  [
    'declined',
    async (call) => {
      await taken(call)
      call.press('2')
    },
  ],
  [
    'machine',
    async (call) => {
      await taken(call)
      await call.judge('machine_start')
    },
  ],
]

test.for(ENDS)(
  'after a second call that is %s the caller is back with the assistant, which says why',
  async ([reason, end]) => {
    const { caller, colleague, notes } = await warmCall()
    const second = await colleague()
    await caller.telephone.hears(HOLD)
    await end(second.call)
    await second.call.over()
    const said = `AI: ${HOLD}\nAI: ${callPhrasesFor('en')[reason]}`
    await expect.poll(async () => (await caller.shown()).transcript, waitLong).toContain(said)
    expect(await notes()).toEqual([['transfer_asked'], ['transfer_failed', reason]])
    expect((await caller.shown()).status).toBe('in-progress')
  },
)

test('a colleague who hangs up before pressing a key has not taken the call, and only the time used is charged', async () => {
  const { caller, colleague, notes } = await warmCall()
  const second = await colleague()
  await taken(second.call)
  await second.call.hangUp()
  await expect.poll(notes, waitLong).toEqual([['transfer_asked'], ['transfer_failed', 'declined']])
  await expect.poll(async () => (await second.shown()).status, waitLong).toBe('completed')
  expect((await caller.shown()).status).toBe('in-progress')
})

test('when the model says nothing, the caller is told to wait all the same', async () => {
  const { caller, colleague } = await warmCall({ after: [{ says: '' }] })
  await colleague()
  await caller.telephone.hears(HOLD)
})
