import { expect, test } from 'vitest'
import { getCallReport } from '#contracts/call-report.ts'
import { getCallTimeline } from '#contracts/calls.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { messagesOf, onlyCall, waitLong, withCaller } from '../../support/web-calls.ts'

test('a visitor calls: both sides are in the conversation and in the record of a web call', async () => {
  const { server, visitor } = await withCaller()
  const [greeting] = await messagesOf(visitor)
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  expect(caller.of('heard')[0]!.text).toBe(greeting!.content.replaceAll(/\s+/g, ' '))
  caller.speak('hello')
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(2)
  const messages = await messagesOf(visitor)
  expect(messages[1]).toEqual({ author: 'visitor', content: 'hello' })
  expect(messages[2]).toEqual({ author: 'assistant', content: caller.of('heard')[1]!.text })
  // The message that opened the conversation is not repeated in it.
  expect(messages).toHaveLength(3)
  expect(await onlyCall(server)).toMatchObject({ type: 'web', status: 'in-progress' })

  caller.hangUp()
  await expect.poll(() => caller.of('ended').length, waitLong).toBe(1)
  await expect.poll(async () => (await onlyCall(server)).status, waitLong).toBe('completed')
  const record = await onlyCall(server)
  expect(record).toMatchObject({
    type: 'web',
    answered_by: 'human',
    client_phone_number: null,
    recording_url: null,
    total_cost: 0,
  })
  expect(record.transcript).toMatch(/^AI: .*\nCustomer: hello\nAI: /s)
  const { utterances } = await server.call(getCallTimeline, { params: { id: record.id } })
  const [opening, question, answer] = utterances.map(({ timing }) => timing)
  expect([opening, question]).toEqual([null, null])
  expect(answer!.thought_ms).toBeGreaterThanOrEqual(answer!.heard_ms)
  expect(answer!.sound_ms).toBeGreaterThanOrEqual(answer!.thought_ms!)
  const { kinds } = await server.call(getCallReport, { query: {} })
  expect(kinds.web).toMatchObject({ calls: 1, answered: 1, interruptions: 0, had_person: 0 })
  expect(kinds.web.outcomes.customer).toBe(1)
  // Waits are recorded to the nearest step, and steps are a fifth apart.
  expect(kinds.web.wait_p50_ms! / answer!.sound_ms!).toBeGreaterThan(0.8)
  expect(kinds.web.wait_p50_ms! / answer!.sound_ms!).toBeLessThan(1.2)
})

test('a caller who hangs up mid-sentence leaves what was heard in conversation and record', async () => {
  const { server, visitor } = await withCaller()
  const [greeting] = await messagesOf(visitor)
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.playedMs(1), waitLong).toBeGreaterThan(300)
  caller.hangUp()
  await expect.poll(async () => (await onlyCall(server)).status, waitLong).toBe('completed')
  const { transcript } = await onlyCall(server)
  const heard = transcript.replace('AI: ', '')
  expect(heard.length).toBeGreaterThan(3)
  expect(heard.length).toBeLessThan(greeting!.content.length)
  expect(greeting!.content.startsWith(heard)).toBe(true)
  expect((await messagesOf(visitor)).at(-1)).toEqual({ author: 'assistant', content: heard })
})

test('text typed during a call is answered by voice, and once', async () => {
  const { server, visitor } = await withCaller()
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.playedMs(1), waitLong).toBeGreaterThan(200)
  await visitor.say('hello')
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(2)
  const authors = (await messagesOf(visitor)).map(({ author }) => author)
  expect(authors.filter((author) => author === 'visitor')).toHaveLength(1)
  expect(authors.at(-1)).toBe('assistant')
  const answers = (await messagesOf(visitor))
    .slice(1)
    .filter(({ author }) => author === 'assistant')
  expect(answers.map(({ content }) => content)).toEqual(caller.of('heard').map(({ text }) => text))
  expect((await onlyCall(server)).transcript).toContain('Customer: hello')
})
