import { expect, test } from 'vitest'
import { listAssistants, updateAssistant } from '#contracts/assistants.ts'
import { getConversation } from '#contracts/conversations.ts'
import { getAnswerExplanation } from '#contracts/explanations.ts'
import { deleteDocument, listDocuments } from '#contracts/knowledge.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { useHostedModel } from '../../support/hosted-model.ts'
import { createdBase, fileOf, readDocument } from '../../support/knowledge.ts'
import { startPricedModel } from '../../support/priced-model.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { createVisitor } from '../../support/visitor.ts'

const PETS = fileOf('pets.md', '# Dogs\n\nDogs are welcome on the terrace.\n')

/** A visitor who has asked an assistant with one file and been answered. */
async function answered(server: TestServer) {
  const base = await createdBase(server)
  await readDocument(server, base, PETS)
  const { data } = await server.call(listAssistants)
  await server.call(updateAssistant, {
    params: { id: data[0]!.id },
    body: { knowledgebase_id: base },
  })
  const visitor = await createVisitor(server)
  const uuid = visitor.conversationId
  const question = await visitor.say('Are dogs welcome?')
  await expect.poll(() => server.context.jobs.count('conversation.answer')).toBe(0)
  const { messages } = await server.call(getConversation, { params: { uuid } })
  const answer = messages.find(({ seq }) => seq > question.seq)!
  const explain = (id = answer.id) => server.call(getAnswerExplanation, { params: { uuid, id } })
  return { base, uuid, question, answer, explain }
}

test('an answer by the built-in model names the passage it used', async () => {
  const server = await startServer()
  const { base, explain } = await answered(server)
  const { data } = await explain()
  expect(data).toMatchObject({
    model: 'Built-in (offline)',
    is_fallback: false,
    rounds: 1,
    tools: [],
    cost: 0,
    passages: [
      { document_name: 'pets.md', heading: 'Dogs', content: 'Dogs are welcome on the terrace.' },
    ],
  })
  expect(data.first_words_ms).toBeLessThanOrEqual(data.total_ms)

  // A deleted passage is still named.
  const { data: documents } = await server.call(listDocuments, { params: { id: base } })
  await server.call(deleteDocument, { params: { id: base, document_id: documents[0]!.id } })
  expect((await explain()).data.passages).toMatchObject([
    { document_name: 'pets.md', heading: 'Dogs', content: null },
  ])
})

test('an answer by a hosted model shows its tokens and cost', async () => {
  const usage = { prompt_tokens: 1000, completion_tokens: 50 }
  const provider = await startPricedModel(() => ({ text: 'They are.', usage }))
  const server = await startServer({ llm: provider.llm })
  await useHostedModel(server)
  const { data } = await (await answered(server)).explain()
  expect(data).toMatchObject({
    input_tokens: 1000,
    output_tokens: 50,
    is_estimated: false,
    rounds: 1,
  })
  expect(data.passages).toMatchObject([{ document_name: 'pets.md' }])
})

test('only answers have an explanation, and nobody else can see it', async () => {
  const server = await startServer()
  const { uuid, question, answer, explain } = await answered(server)
  await expect(explain(question.id)).rejects.toMatchObject({
    status: 404,
    code: 'explanation_not_found',
  })
  const other = await anotherAccount(server)
  const foreign = other.call(getAnswerExplanation, { params: { uuid, id: answer.id } })
  await expect(foreign).rejects.toMatchObject({ status: 404, code: 'conversation_not_found' })
})
