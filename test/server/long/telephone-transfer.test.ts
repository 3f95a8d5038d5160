import { expect, test } from 'vitest'
import { PERSON, passedOn } from '../../support/telephone-transfers.ts'
import { waitLong } from '../../support/web-calls.ts'

test('a caller is connected with a person, and the record ends when those two have spoken', async () => {
  const { call, telephone, shown } = await passedOn('completed')
  await call.does(`Dial Number ${PERSON}`)
  expect(telephone.heard()).toContain('I connect you.')
  await call.over()
  await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
  expect((await shown()).transcript).toContain('AI: I connect you.')
  expect(call.log.filter((line) => line.startsWith('Connect'))).toHaveLength(1)
})

test('when nobody answers the transfer, the assistant continues the call', async () => {
  const { call, shown } = await passedOn('busy')
  await call.does(`Dial Number ${PERSON}`)
  await expect
    .poll(async () => (await shown()).transcript, waitLong)
    .toMatch(/AI: I connect you\.\nAI: ./)
  expect((await shown()).status).toBe('in-progress')
  await call.hangUp()
  await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
})
