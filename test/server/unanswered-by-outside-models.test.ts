import { expect, test } from 'vitest'
import { updateAssistant } from '#contracts/assistants.ts'
import { continueAnswer, getConversation } from '#contracts/conversations.ts'
import { turnDial } from '#contracts/dial.ts'
import { holdAnswer, releaseAnswer } from '#contracts/holds.ts'
import { getUnanswered, listUnanswered } from '#contracts/unanswered.ts'
import { createMarkerFilter } from '../../server/features/conversations/turns/unanswered-marker.ts'
import { phrasesFor } from '../../server/language/phrases.ts'
import { delayAnswers, watching } from '../support/holds.ts'
import { useHostedModel } from '../support/hosted-model.ts'
import { idle } from '../support/idle.ts'
import { createdBase, fileOf, readDocument } from '../support/knowledge.ts'
import { type Step, startLlmStandIn } from '../support/llm-stand-in.ts'
import { asksFor } from '../support/mcp-chat.ts'
import { KEY, startServer, type TestServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'
import { talking } from '../support/talking.ts'
import { createVisitor, starterAssistant } from '../support/visitor.ts'

const MARKED = { says: 'I do not know that. A person will follow up.\n[[unanswered]]' }
const SAID = 'I do not know that. A person will follow up.'
const PETS = fileOf('pets.md', '# Dogs\n\nDogs are welcome on the terrace.\n')

const groups = async ({ call }: Pick<TestServer, 'call'>) =>
  (await call(listUnanswered, { query: {} })).data.map(({ question, count }) => [question, count])

/** A chat with a scripted model, whose assistant has a knowledge base with one file. */
async function asking(script: readonly Step[], options: Parameters<typeof talking>[0] = {}) {
  const chat = await talking({ standIn: { script }, ...options })
  const { server, assistantId: id } = chat
  const base = await createdBase(server)
  await readDocument(server, base, PETS)
  const settle = (body: object) => server.call(updateAssistant, { params: { id }, body })
  await settle({ knowledgebase_id: base })
  const counted = async () => {
    await idle(server.context.db)
    return groups(server)
  }
  return { ...chat, settle, counted }
}

test('what a model marks as unanswered joins its group, flags the conversation, and the marker is seen by nobody', async () => {
  await using chat = await asking([MARKED])
  const { server } = chat
  expect(await chat.say('May I bring my cat?')).toMatchObject({ message: SAID })
  expect(chat.sent(0).messages[0]!.content).toContain('[[unanswered]]')
  const { messages, activities } = await chat.read()
  expect(activities).toContainEqual(
    expect.objectContaining({ kind: 'needs_person', data: { reason: 'unknown' } }),
  )
  expect(messages.at(-1)).toMatchObject({ status: 'complete', content: SAID })
  expect(messages.at(-1)).not.toHaveProperty('sources')
  expect(await chat.counted()).toEqual([['May I bring my cat?', 1]])
  await chat.say('Are cats allowed?')
  expect(await chat.counted()).toEqual([['May I bring my cat?', 2]])
  const [group] = (await server.call(listUnanswered)).data
  const { data } = await server.call(getUnanswered, { params: { id: group!.id } })
  expect(data.examples[0]).toMatchObject({ question: 'Are cats allowed?', reply: null })
  expect(JSON.stringify(await chat.read())).not.toContain('[[')
})

test('an answer without the marker never counts, whatever its searches found, nor does small talk with it', async () => {
  await using chat = await asking([
    { says: 'They are welcome on the terrace.' },
    asksFor({ query: 'zeppelin' }, 'search_knowledge'),
    { says: 'We sell none.' },
    { says: 'Hello!\n[[unanswered]]' },
    asksFor({ query: 'cats' }, 'search_knowledge'),
    MARKED,
  ])
  await chat.say('Are dogs welcome?')
  await chat.settle({ knowledgebase_mode: 'function_call' })
  await chat.say('Do you sell zeppelins?')
  await chat.say('hello')
  expect(await chat.counted()).toEqual([])
  expect(chat.sent(1).messages[0]!.content).toContain('[[unanswered]]')
  await chat.say('May I bring my cat?')
  expect(await chat.counted()).toEqual([['May I bring my cat?', 1]])
})

test.each(['[[unanswered]]', '- **[[unanswered]]**.', '[unanswered]'])(
  'a model that only writes %s has the question answered in the words of the language',
  async (says) => {
    await using chat = await asking([{ says }])
    expect(await chat.say('May I bring my cat?')).toMatchObject({
      message: phrasesFor('en').unknown,
    })
    expect(await chat.counted()).toEqual([['May I bring my cat?', 1]])
  },
)

test('a cut-off answer that goes on with nothing but the marker counts, and says nothing twice', async () => {
  await using chat = await asking([{ says: SAID }, { says: '\n[[unanswered]]' }])
  const { server, params, read } = chat
  await chat.say('May I bring my cat?')
  expect(await chat.counted()).toEqual([])
  server.context.db
    .prepare(
      "UPDATE messages SET status = 'interrupted' WHERE author = 'assistant' AND content = ?",
    )
    .run(SAID)
  await server.call(continueAnswer, { params })
  await expect.poll(async () => (await read()).messages.at(-1)!.status).toBe('complete')
  expect((await read()).messages.at(-1)).toMatchObject({ content: SAID })
  expect(await chat.counted()).toEqual([['May I bring my cat?', 1]])
})

test('without a knowledge base nothing is asked of the model, and nothing counts', async () => {
  await using chat = await talking({ standIn: { script: [{ says: 'I do not know.' }] } })
  await chat.say('May I bring my cat?')
  expect(chat.sent(0).messages[0]!.content).not.toContain('unanswered')
  await idle(chat.server.context.db)
  expect(await groups(chat.server)).toEqual([])
})

test('the playground and replays show no marker and count nothing; a replay knows who did not answer', async () => {
  await using chat = await asking([MARKED, MARKED, { says: 'Cats are welcome.' }, MARKED])
  const { server, assistantId } = chat
  const post = async (path: string, body: object) => {
    const response = await server.fetch(`/api/user/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return await response.text()
  }
  await chat.say('May I bring my cat?')
  expect(await chat.counted()).toEqual([['May I bring my cat?', 1]])
  const draft = { assistant_id: assistantId, fields: {} }
  const messages = [{ role: 'user', content: 'May I bring my bird?' }]
  const shown = await post('assistants/playground', { ...draft, messages })
  expect(shown).toContain('"is_unanswered":true')
  expect(shown.split('event: end')[0]!.split('event: delta').slice(1).join('')).not.toContain('[[')

  const verdicts = async () => {
    const replay = await post(`assistant/${assistantId}/replays`, { fields: {} })
    const answer = replay.split('\n\n').find((frame) => frame.startsWith('event: answer'))!
    return JSON.parse(answer.split('data: ')[1]!)
  }
  expect(await verdicts()).toMatchObject({ verdict: 'better', rule: 'knows_now' })
  expect(await verdicts()).toMatchObject({
    before: SAID,
    after: SAID,
    verdict: 'same',
    rule: 'knows_neither',
  })
  expect(await chat.counted()).toEqual([['May I bring my cat?', 1]])
})

/** A visitor of the starter assistant, which has a knowledge base and a model that answers slowly. */
async function visited(reply: string) {
  const llm = await startLlmStandIn({ personality: 'slow', reply })
  const server = await startServer({ llm: { url: llm.url, model: 'slow', key: undefined } })
  await useHostedModel(server)
  const { id } = await starterAssistant(server)
  const base = await createdBase(server)
  await server.call(updateAssistant, { params: { id }, body: { knowledgebase_id: base } })
  const visitor = await createVisitor(server)
  const params = { uuid: visitor.conversationId }
  const read = () => server.call(getConversation, { params })
  return { server, visitor, params, read, [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose]() }
}

test('a stream of words never shows the marker, nor its beginning', async () => {
  await using chat = await visited(`${SAID}\n[[unanswered]]`)
  const { server, visitor } = chat
  const stream = await followStream(`${server.url}/api/widget/stream`, {
    authorization: `Bearer ${visitor.token}`,
  })
  await visitor.say('May I bring my cat?')
  await stream.next(({ type, data }) => type === 'message.updated' && data.message.content === SAID)
  const texts = stream.events.map(({ data }) => data.text ?? data.message?.content ?? '')
  expect(texts.join('')).toContain('know ')
  expect(texts.join('')).not.toContain('[')
  await idle(server.context.db)
  expect(await groups(server)).toEqual([['May I bring my cat?', 1]])
})

test('a held answer shows no marker, and counts unless a person wrote another', async () => {
  await using chat = await visited(`${SAID}\n[[unanswered]]`)
  const { server, visitor, params, read } = chat
  await delayAnswers(server, 5)
  const owner = { call: server.call, headers: { authorization: `Bearer ${KEY}` } }
  const { tab } = await watching(server, owner, params.uuid)
  const hold = async (question: string) => {
    await visitor.say(question)
    const pending = async () => (await read()).pending_answer
    await expect.poll(pending).toMatchObject({ text: SAID, is_writing: false })
    await server.call(holdAnswer, { params, body: { tab } })
  }
  await hold('May I bring my cat?')
  await server.call(releaseAnswer, { params, body: { content: 'Cats are welcome.' } })
  await idle(server.context.db)
  expect(await groups(server)).toEqual([])
  await hold('And what about parking?')
  await server.call(releaseAnswer, { params, body: {} })
  await idle(server.context.db)
  expect(await groups(server)).toEqual([['And what about parking?', 1]])
})

test('a draft that says so counts as well', async () => {
  await using chat = await visited(`${SAID}\n[[unanswered]]`)
  const { server, visitor, params, read } = chat
  await server.call(turnDial, { params, body: { mode: 'approve', epoch: 0 } })
  await visitor.say('May I bring my cat?')
  await idle(server.context.db)
  expect((await read()).proposal).toMatchObject({ status: 'ready', content: SAID })
  expect(await groups(server)).toEqual([['May I bring my cat?', 1]])
})

test.each([
  [`${SAID}\n\n[[ Unanswered ]]\n`, SAID, true],
  ['[[unanswered]]\nSorry.', 'Sorry.', true],
  ['See [the page](https://shop.example) or [[notes]].\n', undefined, false],
  [`${SAID}\n**[[unanswered]]**`, SAID, true],
  [`${SAID}\n\n- \`[[unanswered]]\`\n`, SAID, true],
  [`${SAID}\n> "[[unanswered]]".`, SAID, true],
  [`${SAID} [[unanswered]]. Goodbye.`, `${SAID} . Goodbye.`, true],
  [`${SAID}\n[unanswered]\n`, SAID, true],
  ['*[Unanswered]*', '', true],
  ['Its label is [unanswered]', undefined, false],
  ['[unanswered]\nis its label', undefined, false],
  ['Sorry. [[unans', 'Sorry. ', false],
  ['Sorry.\n**[[unanswered]', 'Sorry.', false],
  ['In Lua, t[[key]', undefined, false],
  ['Its key is t[', undefined, false],
  ['**Dogs**\n- "yes" * 2\n\n- [x] `[[a]]` [un](b)\n- ', undefined, false],
])('%j is told as %j', (written, told = written, isMarked) => {
  for (const size of [1, 3, 100]) {
    let shown = ''
    const filter = createMarkerFilter((text) => {
      shown += text
    })
    for (let at = 0; at < written.length; at += size) filter.add(written.slice(at, at + size))
    expect([filter.end(), shown]).toEqual([isMarked, told])
  }
})
