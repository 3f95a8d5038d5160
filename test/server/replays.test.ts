import { expect, test } from 'vitest'
import { getAssistantSettings, updateAssistantSettings } from '#contracts/assistant-settings.ts'
import { activateAssistant, getAssistant } from '#contracts/assistants.ts'
import { setBudgets } from '#contracts/budgets.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import { estimateReplay, getReplay, listReplays } from '#contracts/replays.ts'
import { verdictByRules } from '../../server/features/assistant-lab/replays/verdict.ts'
import { topUp } from '../../server/features/billing/money/ledger.ts'
import { phrasesFor } from '../../server/language/phrases.ts'
import { createdAssistant } from '../support/assistants.ts'
import { hostedModelId } from '../support/hosted-model.ts'
import { createdBase } from '../support/knowledge.ts'
import { asksFor } from '../support/mcp-chat.ts'
import { startPricedModel } from '../support/priced-model.ts'
import { startReceiver } from '../support/receiver.ts'
import { allowing, startServer } from '../support/server.ts'
import { talking } from '../support/talking.ts'
import { stockTool } from '../support/tools.ts'

type Chat = Awaited<ReturnType<typeof talking>>

/** Runs a replay; the events of its stream. */
async function replayed(
  { server, assistantId }: Pick<Chat, 'server' | 'assistantId'>,
  body: object,
) {
  const response = await server.fetch(`/api/user/assistant/${assistantId}/replays`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fields: {}, ...body }),
  })
  expect(response.status).toBe(200)
  const frames = (await response.text()).trim().split('\n\n')
  return frames.map((frame) => {
    const [type, data] = frame.split('\n').map((line) => line.slice(line.indexOf(': ') + 2))
    return { type, data: JSON.parse(data!) }
  })
}

/** Counts the rows of tables that nothing may be added to. */
const rowsIn = ({ server: { context } }: Chat): unknown[] =>
  ['events', 'messages', 'tool_calls', 'webhook_deliveries', 'notifications'].map((table) =>
    context.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
  )

test('a draft answers real conversations again, side by side, without tools, events or messages', async () => {
  const shop = await startReceiver((res) => res.end('7'))
  const asks = asksFor({ item: 'rye' }, 'stock')
  await using chat = await talking({
    standIn: {
      script: [
        asks,
        { says: 'We have 7 rye breads.' },
        asks,
        { says: 'We have 7 rye breads!' },
        asksFor({ item: 'oat' }, 'stock'),
        { says: 'We have 3 oat breads.' },
      ],
    },
    server: allowing(shop.host),
    tools: [stockTool(shop.url)],
  })
  const { call, context } = chat.server
  const params = { id: chat.assistantId }
  await chat.say('How many rye breads?')
  const before = rowsIn(chat)
  const fields = { system_prompt: 'You sell bread.' }
  const estimated = await call(estimateReplay, { params, body: { fields } })
  expect(estimated).toMatchObject({ conversations: 1, answers: 1, cost: 0, can_judge: true })
  expect(chat.standIn.requests).toHaveLength(2)

  const events = await replayed(chat, { fields })
  expect(events.map(({ type }) => type)).toEqual(['start', 'answer', 'end'])
  const answer = {
    conversation_id: chat.params.uuid,
    question: 'How many rye breads?',
    before: 'We have 7 rye breads.',
    is_by_person: false,
    after: 'We have 7 rye breads!',
    verdict: 'same',
    rule: 'same_words',
    detail: '',
    tools: ['stock'],
  }
  expect(events[1]!.data).toMatchObject(answer)
  // The call has the result that it had then.
  expect(chat.sent(2).messages[0]!.content).toContain('You sell bread.')
  expect(chat.sent(3).messages.at(-1)).toMatchObject({ role: 'tool', content: '7' })
  const [other] = (await replayed(chat, {})).filter(({ type }) => type === 'answer')
  expect(other!.data).toMatchObject({ verdict: 'needs_person', rule: 'tool_not_run' })
  expect(shop.requests).toHaveLength(1)
  expect(rowsIn(chat)).toEqual(before)

  const { id, ...result } = events[2]!.data
  expect(result).toMatchObject({
    status: 'done',
    conversations: 1,
    same: 1,
    version: null,
    cost: 0,
  })
  const { answers } = await call(getReplay, { params: { ...params, replay_id: id } })
  expect(answers).toMatchObject([answer])

  // The version that has these settings carries the result.
  const { version } = await call(getAssistantSettings, { params })
  await call(updateAssistantSettings, { params, body: fields })
  const { data } = await call(listReplays, { params })
  expect(data.map((replay) => replay.version)).toEqual([version.number, version.number + 1])

  // Nothing of a conversation outlives it.
  context.db.prepare('DELETE FROM conversations WHERE uuid = ?').run(chat.params.uuid)
  const left = context.db.prepare('SELECT count(*) FROM assistant_replay_answers').pluck().get()
  expect(left).toBe(0)
})

test('a draft may change how knowledge is looked up and what is asked for, and only a version that does carries its result', async () => {
  await using chat = await talking({ standIn: { script: Array(3).fill({ says: 'At nine.' }) } })
  const { call } = chat.server
  const params = { id: chat.assistantId }
  const knowledgebase_id = await createdBase(chat.server)
  await call(updateAssistantSettings, { params, body: { knowledgebase_id } })
  await chat.say('When do you open?')
  expect(chat.sent(0).tools ?? []).toEqual([])
  const mode = { knowledgebase_mode: 'function_call' } as const
  await replayed(chat, { fields: mode })
  expect(chat.sent(1).tools).toMatchObject([{ function: { name: 'search_knowledge' } }])
  const asked = { post_call_schema: [{ name: 'email', type: 'string', description: 'Email' }] }
  await replayed(chat, { fields: asked })
  const versions = async () =>
    (await call(listReplays, { params })).data.map(({ version }) => version)
  expect(await versions()).toEqual([null, null])
  await call(updateAssistantSettings, { params, body: mode })
  const { version } = await call(getAssistantSettings, { params })
  expect(await versions()).toEqual([null, version.number])
})

test('the estimated duration is that of written answers, whatever those on calls took', async () => {
  await using chat = await talking({ standIn: { script: Array(3).fill({ says: 'At nine.' }) } })
  const { call, context } = chat.server
  for (const question of ['When?', 'And on Monday?', 'On Sunday?']) await chat.say(question)
  // Written, spoken, and spoken by a realtime model, whose latency was not measured.
  const measured = { heard_ms: 300, thought_ms: 400, sound_ms: 200 }
  const changes = [
    { total_ms: 4000 },
    { total_ms: 100_000, spoken: measured },
    { total_ms: 100_000, cost: null },
  ]
  const ids = context.db
    .prepare<[], number>('SELECT message_id FROM answer_explanations ORDER BY message_id')
    .pluck()
    .all()
  const change = context.db.prepare(
    'UPDATE answer_explanations SET explanation = json_patch(explanation, ?) WHERE message_id = ?',
  )
  for (const [index, id] of ids.entries()) change.run(JSON.stringify(changes[index]), id)
  const { answers, seconds } = await call(estimateReplay, {
    params: { id: chat.assistantId },
    body: { fields: {} },
  })
  expect({ answers, seconds }).toEqual({ answers: 3, seconds: 4 })
})

test('a model judges what rules cannot', async () => {
  await using chat = await talking({
    standIn: {
      script: [
        { says: 'We close at 6 pm.' },
        { says: 'We close at 8 pm, on Sundays at 5.' },
        { says: '{"verdict":"better","reason":"It is complete."}' },
      ],
    },
  })
  await chat.say('When do you close?')
  const events = await replayed(chat, { is_judged: true })
  expect(events[1]!.data).toMatchObject({
    verdict: 'better',
    rule: 'model',
    detail: 'It is complete.',
  })
  expect(events.at(-1)!.data).toMatchObject({ better: 1, is_judged: true })
})

test('a replay that is cancelled stops the model and is kept as cancelled; without conversations it is empty', async () => {
  await using chat = await talking({
    standIn: { personality: 'slow', reply: 'word '.repeat(40) },
  })
  const params = { id: chat.assistantId }
  const path = `/api/user/assistant/${chat.assistantId}/replays`
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: '{"fields":{}}' }
  const empty = await replayed(chat, {})
  expect(empty.map(({ type }) => type)).toEqual(['start', 'end'])
  await chat.say('Hello?')
  const cancel = new AbortController()
  await chat.server.fetch(path, { ...init, signal: cancel.signal })
  await expect.poll(() => chat.standIn.requests.length).toBe(2)
  cancel.abort()
  await expect
    .poll(async () => (await chat.server.call(listReplays, { params })).data)
    .toMatchObject([{ status: 'cancelled', same: 0, worse: 0, conversations: 0 }, {}])
  expect(chat.standIn.requests[1]!.wasCancelled).toBe(true)
})

test('a replay that runs out of money or of its budget keeps what was paid for, and calls nothing worse', async () => {
  const provider = await startPricedModel(() => ({ text: 'We open at 9.' }))
  const server = await startServer({ llm: provider.llm })
  const { call, context } = server
  const assistantId = await createdAssistant(server, { llm_model_id: hostedModelId(server) })
  const params = { id: assistantId }
  await call(activateAssistant, { params })
  const { uuid: assistant_id } = await call(getAssistant, { params })
  for (let index = 0; index < 4; index++) {
    const { conversation_id: uuid } = await call(startConversation, { body: { assistant_id } })
    await call(sendPublicMessage, { params: { uuid }, body: { message: 'When?' } })
  }
  // Without numbers from the provider, the whole reservation is charged, which is the same for each answer.
  context.db
    .prepare("UPDATE llm_models SET output_price = 1000000 WHERE provider = 'environment'")
    .run()
  const resultOf = async () => (await replayed({ server, assistantId }, {})).at(-1)!
  const topUpBy = (amount: number) => context.write((tx) => topUp(tx, context, 1, amount))

  await topUpBy(10_000_000)
  const whole = await resultOf()
  expect(whole.data).toMatchObject({ status: 'done', same: 4, cost: expect.any(Number) })
  const cost = whole.data.cost / 4
  expect(cost).toBeGreaterThan(0)
  context.db.prepare('UPDATE users SET balance = ?').run(Math.round(cost * 3_000_000))
  const poor = await resultOf()
  expect(poor).toMatchObject({ type: 'end', data: { status: 'cancelled', same: 3, worse: 0 } })
  expect(poor.data.cost).toBeCloseTo(3 * cost, 6)

  await topUpBy(10_000_000)
  await call(setBudgets, { body: { per_month: cost } })
  const over = await resultOf()
  expect(over.data).toMatchObject({ status: 'cancelled', same: 0, worse: 0, conversations: 0 })
})

test('rules compare facts, and what either answer does not know', () => {
  const verdictOf = (before: string, after: string, more: object = {}) =>
    verdictByRules({
      before,
      after,
      wasWhole: true,
      isWhole: true,
      lacksTool: false,
      language: 'en',
      ...more,
    })
  const unknown = phrasesFor('en').unknown
  expect(verdictOf('We open at 9.', 'we open at 9!')).toEqual({
    verdict: 'same',
    rule: 'same_words',
  })
  expect(verdictOf('The shop opens at 9 today.', 'Today the shop opens at 9.')).toMatchObject({
    verdict: 'same',
  })
  expect(verdictOf('The shop opens at 9.', 'The shop opens at 8.')).toEqual({
    verdict: 'needs_person',
    rule: 'differs',
  })
  expect(verdictOf('Dogs are allowed.', 'Dogs are not allowed.').verdict).toBe('needs_person')
  expect(verdictOf('We open at 9.', '', { isWhole: false })).toEqual({
    verdict: 'worse',
    rule: 'no_answer',
  })
  expect(verdictOf('Sorry.', 'We open at 9.', { wasWhole: false }).verdict).toBe('better')
  expect(verdictOf('We open at 9.', 'It is done.', { lacksTool: true }).rule).toBe('tool_not_run')
  expect(verdictOf('We open at 9.', unknown).rule).toBe('knew_before')
  expect(verdictOf(unknown, unknown)).toEqual({ verdict: 'same', rule: 'knows_neither' })
})
