import { expect, test } from 'vitest'
import { listAssistants, updateAssistant } from '#contracts/assistants.ts'
import { getConversation } from '#contracts/conversations.ts'
import { turnDial } from '#contracts/dial.ts'
import type { Message } from '#contracts/messages.ts'
import { sendProposal } from '#contracts/proposals.ts'
import { getVisitorConversation } from '#contracts/widget.ts'
import { likelySources, sourcesOf } from '../../server/features/knowledge/sources.ts'
import { useHostedModel } from '../support/hosted-model.ts'
import { createdBase, fileOf, readDocument } from '../support/knowledge.ts'
import { startLlmStandIn } from '../support/llm-stand-in.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { createVisitor } from '../support/visitor.ts'

const PETS = fileOf('pets.md', '# Dogs\n\nDogs are welcome on the terrace and in the garden.\n')
const PARKING = fileOf(
  'parking.txt',
  'Parking\n\nYou can park behind the building, free of charge.',
)

/** A visitor of an assistant that has read these files. */
async function scene(server: TestServer, files = [PETS, PARKING]) {
  const base = await createdBase(server)
  for (const file of files) await readDocument(server, base, file)
  const { data } = await server.call(listAssistants)
  await server.call(updateAssistant, {
    params: { id: data[0]!.id },
    body: { knowledgebase_id: base },
  })
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  async function ask(question: string): Promise<Message> {
    const { seq } = await visitor.say(question)
    await expect.poll(() => server.context.jobs.count('conversation.answer')).toBe(0)
    const { messages } = await visitor.call(getVisitorConversation, { params })
    return messages.find((message) => message.seq > seq)!
  }
  return { server, visitor, params, ask }
}

test('an answer names the document it was found in, and none that was merely similar', async () => {
  const { server, visitor, params, ask } = await scene(await startServer())
  const stream = await followStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${visitor.token}`,
  })
  const answer = await ask('Are dogs welcome?')
  expect(answer.content).toContain('terrace')
  expect(answer.sources).toEqual([{ title: 'pets.md', url: null }])
  const { data } = await stream.next(({ type }) => type === 'message.updated')
  expect(data.message.sources).toEqual(answer.sources)
  const { messages } = await server.call(getConversation, { params })
  expect(messages.find(({ id }) => id === answer.id)?.sources).toEqual(answer.sources)
})

test('two questions may have two sources', async () => {
  const { ask } = await scene(await startServer())
  const answer = await ask('Where can I park? Are dogs welcome?')
  expect(answer.sources).toEqual([
    { title: 'parking.txt', url: null },
    { title: 'pets.md', url: null },
  ])
})

test.each([['Hello!'], ['What is the airspeed of a swallow?'], ['Thank you']])(
  'an answer without sources names none: %s',
  async (question) => {
    const { ask } = await scene(await startServer())
    expect(await ask(question)).not.toHaveProperty('sources')
  },
)

test('a web page is cited with its address', () => {
  const passage = {
    id: 1,
    document_id: 7,
    document_name: 'Opening hours',
    document_url: 'https://shop.example/hours',
    heading: '',
    content: '',
    score: 3,
  }
  const other = { ...passage, id: 2, document_id: 8, document_name: 'menu.pdf', document_url: null }
  expect(sourcesOf([passage, { ...passage, id: 3 }, other])).toEqual([
    { title: 'Opening hours', url: 'https://shop.example/hours' },
    { title: 'menu.pdf', url: null },
  ])
  const many = [1, 2, 3, 4, 5].map((id) => ({ ...passage, id, document_id: id }))
  expect(sourcesOf(many)).toHaveLength(3)
  const scored = [3, 2.2, 2, 0.01].map((score, id) => ({ ...passage, id, score }))
  expect(likelySources(scored).map(({ score }) => score)).toEqual([3, 2.2])
  expect(likelySources([{ ...passage, score: 0.01 }])).toEqual([])
})

test('a hosted model’s answer names passages close to the question; small talk and promises do not', async () => {
  await using llm = await startLlmStandIn({ reply: 'On the terrace, gladly.' })
  const server = await startServer({
    llm: { url: llm.url, key: undefined, model: 'stand-in' },
  })
  await useHostedModel(server)
  const { ask } = await scene(server)
  expect((await ask('Are dogs welcome?')).sources?.[0]).toEqual({ title: 'pets.md', url: null })
  expect(await ask('Thank you')).not.toHaveProperty('sources')
})

test('a draft sent unchanged keeps its sources, and one edited by an operator does not', async () => {
  const { server, visitor, params } = await scene(await startServer())
  await server.call(turnDial, { params, body: { mode: 'approve', epoch: 0 } })
  const sent = async (content?: string) => {
    await visitor.say('Are dogs welcome?')
    await expect.poll(() => server.context.jobs.count('conversation.answer')).toBe(0)
    const { proposal } = await server.call(getConversation, { params })
    const body = { proposal_id: proposal!.id, content: content ?? proposal!.content }
    await server.call(sendProposal, { params, body })
    return (await visitor.call(getVisitorConversation, { params })).messages.at(-1)!
  }
  expect((await sent()).sources).toEqual([{ title: 'pets.md', url: null }])
  expect(await sent('Only small ones.')).not.toHaveProperty('sources')
})
