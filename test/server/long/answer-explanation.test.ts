import { expect, test } from 'vitest'
import { listAssistants, updateAssistant } from '#contracts/assistants.ts'
import { getConversation } from '#contracts/conversations.ts'
import { getAnswerExplanation } from '#contracts/explanations.ts'
import { holdAnswer, releaseAnswer } from '#contracts/holds.ts'
import { deleteDocument, listDocuments } from '#contracts/knowledge.ts'
import { sendProposal } from '#contracts/proposals.ts'
import { anotherAccount } from '../../support/accounts.ts'
import { delayAnswers, watching } from '../../support/holds.ts'
import { useHostedModel } from '../../support/hosted-model.ts'
import { createdBase, fileOf, readDocument } from '../../support/knowledge.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { startPricedModel } from '../../support/priced-model.ts'
import { detailOf, draftOf, params, turn } from '../../support/proposals.ts'
import { KEY, startServer, type TestServer } from '../../support/server.ts'
import { createVisitor, type TestVisitor } from '../../support/visitor.ts'

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

test('a draft keeps its explanation until it is sent, as it is or edited', async () => {
  const server = await startServer()
  await answered(server)
  for (const edit of ['', ' Bring a lead.']) {
    const visitor = await createVisitor(server)
    await turn(server, visitor, 'approve')
    await visitor.say('Are dogs welcome?')
    const { id, content } = await draftOf(server, visitor)
    const body = { proposal_id: id, content: content + edit }
    const { data: sent } = await server.call(sendProposal, { ...params(visitor), body })
    const about = { params: { ...params(visitor).params, id: sent.id } }
    const { data } = await server.call(getAnswerExplanation, about)
    expect(data).toMatchObject({
      model: 'Built-in (offline)',
      passages: [{ document_name: 'pets.md' }],
    })
  }
})

test('an answer that was cut off, or edited while it was held, is explained by what was written of it', async () => {
  await using llm = await startLlmStandIn({ personality: 'stalling' })
  const server = await startServer({
    llm: { url: llm.url, model: 'stand-in', key: undefined },
    limits: { deltaMs: 0 },
  })
  await useHostedModel(server)
  const cut = await createVisitor(server)
  await cut.say('What does it cost?')
  const last = async (visitor: TestVisitor) => (await detailOf(server, visitor)).messages.at(-1)!
  await expect.poll(() => last(cut)).toMatchObject({ status: 'streaming' })
  await turn(server, cut, 'human')
  const explained = async (visitor: TestVisitor) => {
    const { id } = await last(visitor)
    const { data } = await server.call(getAnswerExplanation, {
      params: { ...params(visitor).params, id },
    })
    return data
  }
  await expect.poll(() => explained(cut).catch(() => undefined)).toMatchObject({ rounds: 1 })

  await delayAnswers(server, 5)
  const held = await createVisitor(server)
  const owner = { call: server.call, headers: { authorization: `Bearer ${KEY}` } }
  const { tab } = await watching(server, owner, held.conversationId)
  await held.say('What does it cost?')
  await expect.poll(async () => (await detailOf(server, held)).pending_answer?.text).toMatch(/./)
  await server.call(holdAnswer, { ...params(held), body: { tab } })
  await server.call(releaseAnswer, { ...params(held), body: { content: 'Nothing.' } })
  expect(await last(held)).toMatchObject({ content: 'Nothing.' })
  await expect.poll(() => explained(held).catch(() => undefined)).toMatchObject({ rounds: 1 })
})
