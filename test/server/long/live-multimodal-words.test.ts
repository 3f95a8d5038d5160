import { expect, test } from 'vitest'
import { setVisitorVariables } from '#contracts/widget.ts'
import { phrasesFor } from '../../../server/language/phrases.ts'
import { withRealtime } from '../../support/realtime-calls.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { waitLong } from '../../support/web-calls.ts'

test('typed text is answered by voice, and the greeting’s variables are filled in', async () => {
  const { server, visitor } = await withRealtime(
    'multimodal',
    {},
    {
      initial_message: 'Hello {{name}}!',
    },
  )
  await visitor.call(setVisitorVariables, {
    params: { uuid: visitor.conversationId },
    body: { variables: { name: 'Ada' } },
  })
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  await expect.poll(() => caller.heardOf(1).replaceAll(' ', ''), waitLong).toBe('HelloAda!')
  await visitor.say('by hand')
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(2)
  expect(caller.of('heard')[1]!.text).toBe('by hand')
})

test('when the model is lost during a call, another voice apologises and the call ends', async () => {
  const { server, visitor, standIn } = await withRealtime('multimodal')
  const caller = await callFrom(server, visitor)
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  standIn.sockets[0]!.cut()
  await visitor.say('still there?')
  await expect.poll(() => caller.of('ended').length, waitLong).toBe(1)
  expect(caller.of('heard').at(-1)!.text).toBe(phrasesFor('en').unavailable)
})
