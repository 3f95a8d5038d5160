import { expect, test } from 'vitest'
import { deleteCall, getCallTimeline } from '#contracts/calls.ts'
import { joined } from '../../../server/media/tone.ts'
import { readWav } from '../../../server/media/wav.ts'
import { telephoneDesk } from '../../support/telephone-calls.ts'
import { hearTones } from '../../support/tone-speech.ts'
import { waitLong } from '../../support/web-calls.ts'

test('with record, both sides of a phone call are stored, and deleted with it', async () => {
  const desk = await telephoneDesk({
    initial_message: 'Welcome.',
    record: true,
    recording_notice: false,
  })
  const { id, call, telephone, shown } = await desk.talking()
  await telephone.hears('Welcome.')
  telephone.say('thank you')
  await expect.poll(async () => (await shown()).transcript, waitLong).toMatch(/Customer: .*\nAI: ./)
  await call.hangUp()
  await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
  const url = (await shown()).recording_url!
  const { rate, samples } = readWav(
    Buffer.from(await (await desk.fetch(pathOf(url))).arrayBuffer()),
  )
  expect([rate, samples.length]).toEqual([16_000, 2])
  expect(hearTones(samples[0]!, 16_000)).toContain('thank you')
  expect(hearTones(samples[1]!, 16_000)).toMatch(/^Welcome\./)
  const { utterances } = await desk.call(getCallTimeline, { params: { id } })
  const places = utterances.map(({ recorded_at: at }) => at ?? Number.NaN)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  await desk.call(deleteCall, { params: { id } })
  expect((await desk.fetch(pathOf(url))).status).toBe(404)
})

test('with recording_notice a recorded call starts with it, even when the caller speaks first', async () => {
  const fields = { initial_message: 'Welcome.', record: true, wait_for_customer: true }
  const { call, telephone, shown } = await (await telephoneDesk(fields)).talking()
  await telephone.hears('This call is recorded.')
  telephone.say('hello')
  await telephone.hears('Welcome.')
  await call.hangUp()
  const said = /^AI: This call is recorded\.\nCustomer: hello\nAI: Welcome\./
  await expect.poll(async () => (await shown()).transcript, waitLong).toMatch(said)
})

test('without record, nothing of a call is stored', async () => {
  const { talking } = await telephoneDesk({ initial_message: 'Welcome.' })
  const { call, telephone, shown } = await talking()
  await expect.poll(() => betweenWords(telephone.frames()).length, waitLong).toBeGreaterThan(10)
  await call.hangUp()
  await expect.poll(async () => (await shown()).status, waitLong).toBe('completed')
  expect((await shown()).recording_url).toBe(null)
  // No background sound was requested.
  const rest = betweenWords(telephone.frames())
  const isSilent = rest.every((frame) => frame.every((sample) => sample === 0))
  expect(isSilent, `heard afterwards: ${hearTones(joined(rest), 8000)}`).toBe(true)
})

test('with ambient_sound there is background sound between the words, and the words are unchanged', async () => {
  const { talking } = await telephoneDesk({ initial_message: 'Welcome.', ambient_sound: 'cafe' })
  const { telephone } = await talking()
  await telephone.hears('Welcome.')
  await expect.poll(() => loud(betweenWords(telephone.frames())), waitLong).toBeGreaterThan(10)
  expect(telephone.faults).toEqual([])
})

/** The public address does not resolve here. */
const pathOf = (url: string): string => new URL(url).pathname

/** The frames after the words; none before they were heard. */
function betweenWords(frames: readonly Int16Array[]): readonly Int16Array[] {
  const end = frames.findIndex((_, at) =>
    hearTones(joined(frames.slice(0, at + 1)), 8000).includes('Welcome.'),
  )
  return end === -1 ? [] : frames.slice(end + 6)
}

const loud = (frames: readonly Int16Array[]): number =>
  frames.filter((frame) => frame.some((sample) => Math.abs(sample) > 8)).length
