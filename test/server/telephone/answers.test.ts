import { expect, test } from 'vitest'
import type { z } from 'zod'
import { getMe } from '#contracts/accounts.ts'
import type { AssistantChange } from '#contracts/assistant-fields.ts'
import { updateAssistant } from '#contracts/assistants.ts'
import { createTool } from '#contracts/tools.ts'
import { answersOn } from '../../../server/features/calls/answers/answers.ts'
import { createWhispers } from '../../../server/features/calls/answers/whispers.ts'
import { createScribe } from '../../../server/features/calls/session/scribe.ts'
import type { ThoughtCause } from '../../../server/features/calls/session/turn-events.ts'
import { createSwitchboard } from '../../../server/features/calls/switchboard.ts'
import { briefingByTelephone } from '../../../server/features/calls/telephone/answers.ts'
import { NOBODY_TO_CALL } from '../../../server/features/calls/telephone/warm-transfer.ts'
import { phrasesFor } from '../../../server/language/phrases.ts'
import { hostedModelId } from '../../support/hosted-model.ts'
import { startLlmStandIn } from '../../support/llm-stand-in.ts'
import { startPricedModel } from '../../support/priced-model.ts'
import { startReceiver } from '../../support/receiver.ts'
import { telephoneDesk } from '../../support/telephone-calls.ts'
import { stockTool } from '../../support/tools.ts'

/** An answered call, as a caller has spoken and heard it. */
async function answeredCall(
  change: Parameters<typeof telephoneDesk>[0],
  desk?: Awaited<ReturnType<typeof telephoneDesk>>,
) {
  const { dialled, context } = desk ?? (await telephoneDesk(change))
  const { id, shown } = await dialled()
  const at = context.now().getTime()
  await context.write((tx) =>
    createSwitchboard(context).report(tx, id, { kind: 'answered', by: 'unknown', at }),
  )
  const scribe = createScribe(context, { callId: id })
  const whispers = createWhispers()
  const brief = briefingByTelephone(context, {
    callId: id,
    scribe,
    whispers,
    toAssistant: { endsAnswer: true, made: () => undefined },
    transfer: () => {},
    warm: NOBODY_TO_CALL,
    press: async () => true,
  })
  const answer = answersOn(context, brief, () => 'en')
  const { signal } = new AbortController()
  return {
    shown,
    /** The assistant's words, as heard. */
    async asked(cause: ThoughtCause): Promise<string> {
      if (cause.kind === 'reply') scribe.spoken({ speaker: 'customer', content: cause.heard })
      let words = ''
      for await (const part of answer({ cause, isEndNear: false, signal })) words += part
      if (words !== '') scribe.spoken({ speaker: 'assistant', content: words })
      await scribe.written()
      return words
    },
  }
}

/** A call whose assistant uses a model that costs a micro-dollar per token. */
async function withPricedModel(fields: Partial<z.input<typeof AssistantChange>> = {}) {
  const usage = { prompt_tokens: 30, completion_tokens: 10 }
  const provider = await startPricedModel(() => ({ text: 'We open at nine.', usage }))
  const desk = await telephoneDesk({}, {}, { llm: provider.llm })
  desk.context.db
    .prepare('UPDATE llm_models SET input_price = ?, output_price = ? WHERE provider = ?')
    .run(1_000_000, 1_000_000, 'environment')
  await desk.call(updateAssistant, {
    params: { id: desk.assistantId },
    body: { llm_model_id: hostedModelId(desk), ...fields },
  })
  return { ...(await answeredCall({}, desk)), bodies: provider.bodies, call: desk.call }
}

const hello = { kind: 'reply', heard: 'hello' } as const

test('an assistant that waits for the customer greets them first, and then answers', async () => {
  const { asked } = await answeredCall({ wait_for_customer: true, initial_message: 'Bakery.' })
  expect(await asked(hello)).toBe('Bakery.')
  expect(await asked(hello)).toContain('Hello')
})

test.each(['Are you still at {{customer_phone}}?', null])(
  'a silent customer hears the words of reengagement_prompt: %j',
  async (prompt) => {
    const { asked } = await answeredCall({ reengagement_prompt: prompt })
    expect(await asked({ kind: 're-engagement' })).toBe(
      prompt === null ? phrasesFor('en').stillThere : 'Are you still at +12025550123?',
    )
  },
)

test('an answer on a phone call is charged, and included in the call’s cost', async () => {
  const { asked, shown, call } = await withPricedModel()
  const before = (await call(getMe)).total_balance
  expect(await asked(hello)).toBe('We open at nine.')
  expect((await shown()).total_cost).toBe(0.00004)
  expect((await call(getMe)).total_balance).toBeCloseTo(before - 0.00004, 6)
})

test('over its budget an assistant says so, and no model is asked', async () => {
  const { asked, bodies } = await withPricedModel({
    budget_per_day: 0.000001,
    over_budget_message: 'Please call again tomorrow.',
  })
  expect(await asked(hello)).toBe('Please call again tomorrow.')
  expect(bodies).toEqual([])
})

test('custom tools are called during a phone call, and the answer uses their result', async () => {
  const shop = await startReceiver((res) => res.end('{"count":7}'))
  await using standIn = await startLlmStandIn({
    personality: 'scripted',
    script: [
      { says: 'Let me look. ', calls: [{ name: 'stock', args: { item: 'rye bread' } }] },
      { says: 'Seven.' },
    ],
  })
  const llm = { url: standIn.url, key: undefined, model: 'some-model' }
  const desk = await telephoneDesk({}, {}, { llm, hosts: [shop.host] })
  const { data: tool } = await desk.call(createTool, { body: stockTool(shop.url) })
  await desk.call(updateAssistant, {
    params: { id: desk.assistantId },
    body: { llm_model_id: hostedModelId(desk), tool_ids: [tool.id] },
  })
  const { asked } = await answeredCall({}, desk)
  expect(await asked({ kind: 'reply', heard: 'How many rye breads?' })).toBe(
    'Let me look. \n\nSeven.',
  )
  expect(shop.requests.map(({ body }) => body)).toEqual(['{"item":"rye bread"}'])
})
