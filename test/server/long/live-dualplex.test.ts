import { expect, test } from 'vitest'
import { deleteSpeechService } from '#contracts/speech-providers.ts'
import { assistantQueries } from '../../../server/features/assistants/queries.ts'
import { engineOf } from '../../../server/features/calls/answers/engine.ts'
import { withRealtime } from '../../support/realtime-calls.ts'
import { toneSpeech } from '../../support/tone-speech.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { waitLong } from '../../support/web-calls.ts'

const GREETING = 'Welcome.'

test('with dualplex the model hears and produces text, and the assistant’s synthesizer speaks', async () => {
  const { server, visitor, asked } = await withRealtime(
    'dualplex',
    {},
    { interrupt_sensitivity: 5 },
  )
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  // The last frames may still be in transit.
  await expect.poll(() => caller.heardOf(1).replaceAll(' ', ''), waitLong).toBe(GREETING)
  caller.speak('one white loaf and twenty rolls')
  await expect.poll(() => caller.playedMs(2), waitLong).toBeGreaterThan(400)
  caller.speak('stop it please')
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(3)
  const [setUp] = asked()
  expect(setUp.session.output_modalities).toEqual(['text'])
  expect(setUp.session.audio.output).toBeUndefined()
  const second = caller.of('heard')[1]!.text
  expect('one white loaf and twenty rolls'.startsWith(second)).toBe(true)
  // The model's answer is replaced by the part that was heard.
  const [replaced] = asked().filter(({ previous_item_id: before }) => before !== undefined)
  expect(replaced.item.content).toEqual([{ type: 'output_text', text: second }])
  const [deleted] = asked().filter(({ type }) => type === 'conversation.item.delete')
  expect(deleted.item_id).toBe(replaced.previous_item_id)
})

test.each(['multimodal', 'dualplex'] as const)(
  'without a usable realtime model, %s uses the services of pipeline to hear and speak',
  async (mode) => {
    const { server, service, assistantId, standIn } = await withRealtime(
      mode,
      {},
      {},
      {
        hears: true,
      },
    )
    const { db } = server.context
    const engine = () =>
      engineOf(server.context, {
        assistant: assistantQueries(db).byId(assistantId)!,
        brief: async () => undefined,
        tools: [],
        history: [],
        meter: () => {},
      })
    expect(engine().sounds !== undefined).toBe(mode === 'multimodal')
    await server.call(deleteSpeechService, { params: { id: service.id } })
    // The transcriber is no longer the model's.
    const { signal } = new AbortController()
    const hearing = engine().transcriber!.open({ rate: 16_000, languages: ['en'], signal })
    hearing.push({ pcm: toneSpeech('hello', 16_000), at: 0 })
    hearing.finish()
    const { value: heard } = await hearing.events[Symbol.asyncIterator]().next()
    expect(heard).toMatchObject({ kind: 'final', text: 'hello' })
    expect(engine().sounds).toBeUndefined()
    expect(standIn.sockets).toHaveLength(0)
  },
)
