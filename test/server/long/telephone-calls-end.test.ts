import { expect, test } from 'vitest'
import { endCall } from '#contracts/calls.ts'
import { GREETING, telephoneDesk } from '../../support/telephone-calls.ts'
import { waitLong } from '../../support/web-calls.ts'

/* Ends of phone conversations over real HTTP and WebSockets, between a server and a provider stand-in. */

/** The assistant's words in a transcript, turn by turn. */
const saidIn = (transcript: string) =>
  transcript.split('\n').flatMap((line) => (line.startsWith('AI: ') ? [line.slice(4)] : []))

/** Parts of a sentence are spoken without a space between them. */
const sounding = (text: string) => text.replaceAll(/([,.!?]) /g, '$1')

const DONE = 'completed'

test('an assistant that says goodbye hangs up once that was heard, even when the phone lags behind', async () => {
  const { provider, talking } = await telephoneDesk({
    initial_message: 'Welcome.',
    tools: [{ type: 'end_call' }],
  })
  provider.setWeather({ behind: 300 })
  const { call, telephone, shown } = await talking()
  await telephone.hears('Welcome.')
  telephone.say('goodbye')
  await call.over()
  await expect.poll(async () => (await shown()).status, waitLong).toBe(DONE)
  const said = saidIn((await shown()).transcript)
  expect(said).toHaveLength(2)
  expect(telephone.heard()).toBe(`Welcome.${sounding(said[1]!)}`)
})

test('an operator who hangs up ends the call at the provider', async () => {
  const { talking, call: ask } = await telephoneDesk()
  const { id, call, telephone, shown } = await talking()
  await telephone.hears('Welcome')
  await ask(endCall, { params: { id } })
  await call.over()
  const [heard] = saidIn((await shown()).transcript)
  expect([GREETING.startsWith(heard!), heard!.length > 3]).toEqual([true, true])
})

test('a server shutting down records what was heard', async () => {
  const { talking, server, context } = await telephoneDesk()
  const { telephone, id } = await talking()
  await telephone.hears('Welcome')
  await context.liveCalls.closeAll('failed')
  await telephone.closed
  const events = context.events.after(0).map(({ payload }) => JSON.parse(payload))
  const last = events.findLast((payload) => payload.id === id && 'transcript' in payload)
  expect(GREETING.startsWith(saidIn(last.transcript)[0]!)).toBe(true)
  expect(['ended', DONE]).toContain(last.status)
  await server.stop()
})
