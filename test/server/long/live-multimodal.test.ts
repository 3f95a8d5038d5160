import { expect, test } from 'vitest'
import { withRealtime } from '../../support/realtime-calls.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { messagesOf, onlyCall, waitLong } from '../../support/web-calls.ts'

const GREETING = 'Welcome.'

test('with multimodal one socket hears, thinks and speaks, and both sides are transcribed', async () => {
  const { server, visitor, standIn, asked } = await withRealtime('multimodal')
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  expect(caller.of('heard')[0]!.text).toBe(GREETING)
  await expect.poll(() => caller.heardOf(1), waitLong).toBe(GREETING)
  caller.speak('a loaf')
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(2)
  await expect.poll(() => caller.heardOf(2), waitLong).toBe('a loaf')
  expect(await messagesOf(visitor)).toEqual([
    { author: 'assistant', content: GREETING },
    { author: 'visitor', content: 'a loaf' },
    { author: 'assistant', content: 'a loaf' },
  ])
  caller.hangUp()
  await expect.poll(async () => (await onlyCall(server)).status, waitLong).toBe('completed')
  expect((await onlyCall(server)).transcript).toBe(`AI: ${GREETING}\nCustomer: a loaf\nAI: a loaf`)
  expect(standIn.sockets).toHaveLength(1)
  const [setUp] = asked()
  expect(setUp.session.audio.output.voice).toBe('marin')
  expect(setUp.session.audio.input.turn_detection).toBeNull()
  const [, reply] = asked().filter(({ type }) => type === 'response.create')
  expect(reply.response.instructions).toContain('on a voice call')
})

test('an interruption leaves the model, too, with exactly what was heard', async () => {
  const { server, visitor, asked } = await withRealtime(
    'multimodal',
    {},
    {
      initial_message: 'Welcome to our bakery, the oldest of the whole town, and by far the best.',
      interrupt_sensitivity: 5,
    },
  )
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.playedMs(1), waitLong).toBeGreaterThan(400)
  caller.speak('stop it please')
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(2)
  const [first] = caller.of('heard')
  expect(first!.text.length).toBeGreaterThan(5)
  await expect.poll(() => caller.heardOf(1).startsWith(first!.text), waitLong).toBe(true)
  const [cut] = asked().filter(({ type }) => type === 'conversation.item.truncate')
  expect(Math.abs(cut.audio_end_ms - caller.playedMs(1))).toBeLessThanOrEqual(20)
  const contents = (await messagesOf(visitor)).map(({ content }) => content)
  expect(contents).toContain(first!.text)
  expect(contents).toContain('stop it please')
})
