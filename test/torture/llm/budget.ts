import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { activateAssistant, createAssistant, getAssistant } from '#contracts/assistants.ts'
import { getConversation } from '#contracts/conversations.ts'
import { sendPublicMessage, startConversation } from '#contracts/public-chat.ts'
import { topUp } from '../../../server/features/billing/money/ledger.ts'
import { startServer } from '../../../server/start.ts'
import { assistantBody } from '../../support/assistants.ts'
import { testConfig, testServer } from '../../support/server.ts'
import { createRandom, type Figure, mustBe, type Part } from '../part.ts'

/*
 * Five hundred simultaneous visitors against budgets that suffice for a few of them (docs/spec/threats.md,
 * G9). The provider counts independently what it is asked for, and Parley's recorded spending is compared
 * with that.
 */

const VISITORS = 500

/** Visitors of each later wave, and the maximum number of waves. */
const LATER = 80
const MOST_WAVES = 20

/** Micro-dollars per token, of the question and of the answer. */
const INPUT_PRICE = 1
const OUTPUT_PRICE = 2

/** Daily budget of the assistant, monthly budget of the account, and the account's balance, micro-dollars. */
const BUDGETS = [
  { name: 'assistant and day', perDay: 0.25, perMonth: null, balance: 100_000_000 },
  { name: 'account and month', perDay: null, perMonth: 250_000, balance: 100_000_000 },
  { name: 'balance', perDay: null, perMonth: null, balance: 250_000 },
] as const
const CAP = 250_000

interface Bill {
  calls: number
  /** Total that the provider would charge, micro-dollars. */
  amount: number
  /** Peak number of concurrent calls. */
  most: number
}

/** Runs the budget part: there must be no overshoot at all. */
export const budgetPart: Part = async ({ seed }) => {
  const figures: Figure[] = []
  for (const budget of BUDGETS) figures.push(...(await tryBudget(createRandom(seed), budget)))
  return figures
}

async function tryBudget(
  random: () => number,
  { name, perDay, perMonth, balance }: (typeof BUDGETS)[number],
): Promise<Figure[]> {
  const bill: Bill = { calls: 0, amount: 0, most: 0 }
  const provider = await startProvider(bill, random)
  const { port } = provider.address() as AddressInfo
  const llm = { url: `http://127.0.0.1:${port}/v1`, key: undefined, model: 'priced' }
  const { limits } = testConfig()
  const running = await startServer({
    ...testConfig({ llm }),
    limits: { ...limits, jobsAtOnce: VISITORS, maxConnections: 4 * VISITORS },
  })
  try {
    const { call, context } = testServer(running)
    const { db } = context
    db.prepare(
      "UPDATE llm_models SET input_price = ?, output_price = ? WHERE provider = 'environment'",
    ).run(INPUT_PRICE * 1e6, OUTPUT_PRICE * 1e6)
    db.prepare('UPDATE users SET budget_per_month = ?').run(perMonth)
    await context.write((tx) => topUp(tx, context, 1, balance))
    const llm_model_id = db
      .prepare("SELECT id FROM llm_models WHERE provider = 'environment'")
      .pluck()
      .get() as number
    const body = {
      ...(await assistantBody({ call })),
      llm_model_id,
      post_call_evaluation: false,
      ...(perDay !== null && { budget_per_day: perDay }),
    }
    const { data } = await call(createAssistant, { body })
    await call(activateAssistant, { params: { id: data.id } })
    const { uuid } = await call(getAssistant, { params: { id: data.id } })
    const ids = await Promise.all(
      Array.from({ length: VISITORS }, async () => {
        const { conversation_id } = await call(startConversation, { body: { assistant_id: uuid } })
        return conversation_id
      }),
    )
    // An exhausted balance refuses the visitor beforehand; exhausted budgets are reported by the assistant.
    const ask = (id: string) =>
      call(sendPublicMessage, { params: { uuid: id }, body: { message: 'Are you open?' } })
        .then(({ message }) => message)
        .catch(() => null)
    const wave = async (asking: readonly string[]) =>
      (await Promise.all(asking.map(ask))).filter((text) => text?.startsWith('word')).length
    const answered = [await wave(ids)]
    // Held but unspent amounts are available again, so continue until nothing is left.
    while (answered.at(-1)! > 0 && answered.length < MOST_WAVES)
      answered.push(await wave(ids.slice(0, LATER)))
    const all = answered.reduce((total, count) => total + count, 0)
    const conversations = await Promise.all(
      ids.map((id) => call(getConversation, { params: { uuid: id } })),
    )
    const sum = conversations.reduce(
      (total, { total_cost }) => total + Math.round(total_cost * 1e6),
      0,
    )
    const left = db.prepare('SELECT balance FROM users WHERE id = 1').pluck().get() as number
    const ledger = db
      .prepare("SELECT coalesce(-sum(amount), 0) FROM ledger WHERE purpose = 'llm'")
      .pluck()
      .get() as number
    const held = db
      .prepare('SELECT coalesce(sum(held), 0) FROM budget_uses')
      .pluck()
      .get() as number
    const dollars = (micro: number) => `$${(micro / 1e6).toFixed(6)}`
    const over = Math.max(0, ledger - CAP)
    return [
      {
        name: `${name}: ${VISITORS} visitors at once`,
        value: `${answered[0]} answered, ${all} in ${answered.length} waves, ${bill.most} calls at the same time, ${dollars(ledger)} of ${dollars(CAP)} spent`,
        holds: answered[0]! > 0 && answered[0]! < VISITORS && bill.most > 1 && ledger > CAP * 0.9,
      },
      mustBe(`${name}: overshoot`, dollars(over), '$0.000000'),
      mustBe(
        `${name}: spent beyond the provider’s bill`,
        dollars(ledger - bill.amount),
        '$0.000000',
      ),
      mustBe(`${name}: ledger against conversations`, dollars(ledger - sum), '$0.000000'),
      mustBe(`${name}: left on the balance`, dollars(left), dollars(balance - ledger)),
      mustBe(`${name}: still set aside`, dollars(held), '$0.000000'),
      mustBe(`${name}: calls of the provider without an answer`, bill.calls - all, 0),
    ]
  } finally {
    await running.stop()
    provider.closeAllConnections()
    provider.close()
  }
}

/** A slow provider that answers with some words, and keeps its own accounts. */
async function startProvider(bill: Bill, random: () => number) {
  let open = 0
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    bill.calls += 1
    open += 1
    bill.most = Math.max(bill.most, open)
    await new Promise((resolve) => setTimeout(resolve, 20 + random() * 80))
    open -= 1
    const usage = {
      prompt_tokens: 100 + Math.floor(random() * 100),
      completion_tokens: 1 + Math.floor(random() * 1000),
    }
    bill.amount += usage.prompt_tokens * INPUT_PRICE + usage.completion_tokens * OUTPUT_PRICE
    answer(response, usage)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function answer(response: ServerResponse, usage: object): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const frames = [
    { choices: [{ index: 0, delta: { content: 'word' }, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage },
  ]
  response.end(
    [...frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`), 'data: [DONE]\n\n'].join(''),
  )
}
