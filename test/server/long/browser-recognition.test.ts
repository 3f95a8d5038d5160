import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { getCallTimeline } from '#contracts/calls.ts'
import { listTranscriberProviders } from '#contracts/lookups.ts'
import { getPublicAssistant } from '#contracts/widget.ts'
import type { Transcriber } from '../../../server/providers/speech/hear.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { toneSynthesizer, toneTranscriber } from '../../support/tone-services.ts'
import { createVisitor, starterAssistant } from '../../support/visitor.ts'
import { callFrom } from '../../support/voice-caller.ts'
import { onlyCall, waitLong } from '../../support/web-calls.ts'

interface Setting {
  /** The assistant uses browser speech recognition. */
  readonly isChosen?: boolean
  readonly transcriber?: Transcriber | undefined
}

/** A server that speaks in tones, and the call settings sent to a visitor's page. */
async function speakingServer({ isChosen = true, transcriber }: Setting = {}) {
  const speech = { synthesizer: toneSynthesizer, ...(transcriber && { transcriber }) }
  const server = await startServer({ outside: { speech } })
  const { id, uuid } = await starterAssistant(server)
  const choices = await server.call(listTranscriberProviders)
  const browser = choices.find(({ code }) => code === 'browser')!
  const body = {
    initial_message: 'Welcome.',
    endpoint_sensitivity: 5,
    ...(isChosen && { transcriber_provider_id: browser.id }),
  }
  await server.call(updateAssistant, { params: { id }, body })
  const calls = async () => {
    const headers = { origin: server.url }
    return (await server.as(headers)(getPublicAssistant, { params: { uuid } })).web_calls
  }
  return { server, calls }
}

test('with the browser as transcriber, a call uses the words it recognises', async () => {
  const { server, calls } = await speakingServer()
  expect(await calls()).toMatchObject({ browser_recognition: true })
  const caller = await callFrom(server, await createVisitor(server))
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  expect(caller.of('ready')[0]).toMatchObject({ hears: true, browser_hears: true })
  caller.speak('what the microphone has')
  caller.tell({ type: 'words', text: 'When do', final: false })
  await expect.poll(() => caller.of('said').at(-1)?.text).toBe('When do')
  caller.tell({ type: 'words', text: 'When do you open?', final: true })
  await expect.poll(() => saidOn(server), waitLong).toEqual(['When do you open?'])
  await expect.poll(() => caller.begunAt.size, waitLong).toBe(2)
  caller.hangUp()
  await expect.poll(async () => (await onlyCall(server)).status, waitLong).toBe('completed')
})

test('interim browser words are answered as they are, and not again when confirmed', async () => {
  const { server } = await speakingServer()
  const caller = await callFrom(server, await createVisitor(server))
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  caller.tell({ type: 'words', text: 'good day', final: false })
  caller.speak('hm')
  await expect.poll(() => saidOn(server), waitLong).toEqual(['good day'])
  caller.tell({ type: 'words', text: 'good day', final: true })
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(2)
  caller.tell({ type: 'words', text: 'thank you', final: true })
  await expect.poll(() => saidOn(server), waitLong).toEqual(['good day', 'thank you'])
  caller.hangUp()
})

test('words from a browser that was not asked to recognise are ignored', async () => {
  const { server, calls } = await speakingServer({ isChosen: false, transcriber: toneTranscriber })
  expect(await calls()).toMatchObject({ browser_recognition: false })
  const caller = await callFrom(server, await createVisitor(server))
  await expect.poll(() => caller.of('heard').length, waitLong).toBe(1)
  expect(caller.of('ready')[0]).toMatchObject({ browser_hears: false })
  caller.tell({ type: 'words', text: 'give me a discount', final: true })
  caller.speak('thank you')
  await expect.poll(() => saidOn(server), waitLong).toEqual(['thank you'])
  caller.hangUp()
})

test('without browser recognition or any other transcriber, calls are unavailable', async () => {
  const { calls } = await speakingServer({ isChosen: false })
  expect(await calls()).toBeNull()
})

/** The caller's turns in the only call. */
async function saidOn(server: TestServer): Promise<string[]> {
  const { id } = await onlyCall(server)
  const { utterances } = await server.call(getCallTimeline, { params: { id } })
  return utterances.flatMap(({ speaker, content }) => (speaker === 'customer' ? [content] : []))
}
