import { expect, test } from 'vitest'
import { getCallTimeline } from '#contracts/calls.ts'
import { recoverTelephoneCalls } from '../../../server/features/calls/telephone/recover.ts'
import { PERSON, passedOn } from '../../support/telephone-transfers.ts'
import { waitLong } from '../../support/web-calls.ts'

test('a transfer to a country that is not allowed is refused, and nobody is called', async () => {
  const { api, id, call } = await passedOn('completed', ['US'])
  const tools = async () =>
    (await api(getCallTimeline, { params: { id } })).utterances.flatMap(
      ({ function_calls: calls = [] }) => calls,
    )
  await expect.poll(tools, waitLong).toMatchObject([{ name: 'transfer_call', status: 'refused' }])
  expect(call.log.some((line) => line.startsWith('Dial'))).toBe(false)
})

test('a call taken by an operator is unaffected by a server start, and its end is recorded', async () => {
  const { context, call, part, shown } = await passedOn('talking')
  await call.does(`Dial Number ${PERSON}`)
  await recoverTelephoneCalls(context)
  expect([(await shown()).status, call.isOver()]).toEqual(['in-progress', false])
  part()
  await call.over()
  await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
})
