import { expect, test } from 'vitest'
import { deleteCall, getCallTimeline } from '#contracts/calls.ts'
import { setVisitorVariables } from '#contracts/widget.ts'
import { answersOn } from '../../../server/features/calls/answers/answers.ts'
import { briefingIn } from '../../../server/features/calls/answers/briefing.ts'
import { createWhispers } from '../../../server/features/calls/answers/whispers.ts'
import { conversationQueries } from '../../../server/features/conversations/queries.ts'
import { phrasesFor } from '../../../server/language/phrases.ts'
import { readWav } from '../../../server/media/wav.ts'
import { hearTones } from '../../support/tone-speech.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { messagesOf, onlyCall, waitLong, withCaller } from '../../support/web-calls.ts'

test('with ambient_sound there is background sound between the words', async () => {
  const { server, visitor } = await withCaller({}, { ambient_sound: 'cafe' })
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  await expect.poll(() => caller.playedMs(0), waitLong).toBeGreaterThan(200)
  await expect
    .poll(() => caller.heardOf(1).replaceAll(' ', ''), waitLong)
    .toBe('Welcometoourbakery.')
  expect(caller.has('ended')).toBe(false)
})

test.each(['Say something, {{name}}!', null])(
  'a silent caller hears the words of reengagement_prompt: %j',
  async (prompt) => {
    const { server, visitor } = await withCaller({}, { reengagement_prompt: prompt })
    const { id } = conversationQueries(server.context.db).byUuid(visitor.conversationId)!
    await visitor.call(setVisitorVariables, {
      params: { uuid: visitor.conversationId },
      body: { variables: { name: 'Ada' } },
    })
    const scribe = { cost: () => {}, readable: async () => {} }
    const whispers = createWhispers()
    const brief = briefingIn(server.context, {
      conversationId: id,
      scribe,
      whispers,
      onTransfer: () => undefined,
    })
    const answer = answersOn(server.context, brief, () => 'en')
    const { signal } = new AbortController()
    const words = answer({ cause: { kind: 're-engagement' }, isEndNear: false, signal })
    const { value } = await words.next()
    expect(value).toBe(prompt === null ? phrasesFor('en').stillThere : 'Say something, Ada!')
  },
)

test('with recording_notice a recorded call starts with it, and the chat does not repeat the greeting', async () => {
  const { server, visitor } = await withCaller({}, { record: true })
  const before = await messagesOf(visitor)
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  await expect
    .poll(() => caller.heardOf(1).replaceAll(' ', ''), waitLong)
    .toBe('Thiscallisrecorded.Welcometoourbakery.')
  await expect
    .poll(() => messagesOf(visitor), waitLong)
    .toEqual([...before, { author: 'assistant', content: 'This call is recorded.' }])
})

test('with record, both sides of a call are stored, words have their positions, and the recording is deleted with the call', async () => {
  const { server, visitor } = await withCaller({}, { record: true, recording_notice: false })
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  expect((await onlyCall(server)).recording_url).toBeNull()
  // No background sound was requested.
  expect(caller.playedMs(0)).toBe(0)
  caller.speak('thank you')
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(2)
  caller.hangUp()
  await expect.poll(async () => (await onlyCall(server)).status, waitLong).toBe('completed')

  const { id, recording_url: url } = await onlyCall(server)
  const { rate, samples } = readWav(Buffer.from(await (await fetch(url!)).arrayBuffer()))
  expect([rate, samples.length]).toEqual([16_000, 2])
  expect(hearTones(samples[0]!, 16_000)).toContain('thank you')
  expect(hearTones(samples[1]!, 16_000).replaceAll(' ', '')).toMatch(/^Welcometoourbakery/)

  const { utterances } = await server.call(getCallTimeline, { params: { id } })
  const places = utterances.map(({ recorded_at: at }) => at ?? Number.NaN)
  expect(places).toHaveLength(3)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(places[1]).toBeGreaterThan(places[0]! + 0.5)

  await server.call(deleteCall, { params: { id } })
  expect((await fetch(url!)).status).toBe(404)
})
