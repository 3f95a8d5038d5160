import { expect, test } from 'vitest'
import { getCallTimeline } from '#contracts/calls.ts'
import { getSpokenExplanation } from '#contracts/explanations.ts'
import { telephoneDesk } from '../../support/telephone-calls.ts'
import { waitLong } from '../../support/web-calls.ts'

test('an answer on a telephone call is explained, the greeting is not', async () => {
  const { call, talking } = await telephoneDesk({ initial_message: 'Hi.' })
  const { telephone, id } = await talking()
  await telephone.hears('Hi.')
  telephone.say('hello')
  const params = { id }
  const explained = async () => {
    const { utterances } = await call(getCallTimeline, { params })
    return utterances.map(({ explanation_id }) => explanation_id)
  }
  await expect.poll(explained, waitLong).toEqual([undefined, undefined, expect.any(Number)])
  const explanation_id = (await explained())[2]!
  const { data } = await call(getSpokenExplanation, { params: { id, explanation_id } })
  expect(data).toMatchObject({ model: 'Built-in (offline)', rounds: 1 })
  expect(data.spoken!.sound_ms).toBeGreaterThan(0)
})
