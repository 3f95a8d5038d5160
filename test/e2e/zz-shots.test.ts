import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import { createAssistantTest, runAssistantTests } from '#contracts/assistant-tests.ts'
import { getAssistant, updateAssistant } from '#contracts/assistants.ts'
import { setBudgets } from '#contracts/budgets.ts'
import { createClient } from '#contracts/client.ts'
import { endConversation } from '#contracts/conversations.ts'
import {
  openVisitorConversation,
  openVisitorSession,
  sendVisitorMessage,
} from '#contracts/widget.ts'
import { useChromium } from '../support/browser.ts'
import { BUILT, live } from '../support/life.ts'
import { temporaryFolder } from '../support/server.ts'

const chromium = useChromium()
const OUT = '/tmp/lead/shots-cost'

test('shots', async () => {
  const life = await live({ dataDir: temporaryFolder(), main: BUILT })
  const { call } = life
  const params = { id: 1 }
  await call(updateAssistant, {
    params,
    body: {
      budget_per_day: 5,
      budget_per_visitor_day: 0.25,
      post_call_schema: [
        { name: 'guests', type: 'number', description: 'Number of guests' },
        { name: 'colour', type: 'string', description: 'Favourite colour' },
      ],
    },
  })
  await call(setBudgets, { body: { per_month: 50 } })
  const line = (say: string, ...expectations: object[]) => ({ say, expectations })
  await call(createAssistantTest, {
    params,
    body: {
      name: 'Asking for a person',
      lines: [
        line(
          'Can I talk to a person?',
          { kind: 'contains', value: 'a person' },
          { kind: 'lacks', value: 'lottery' },
        ),
      ] as never,
    },
  })
  await call(createAssistantTest, {
    params,
    body: {
      name: 'A table for four',
      lines: [
        line(
          'A table for 4 guests, please',
          { kind: 'extracts', field: 'guests', value: '4' },
          { kind: 'contains', value: 'midnight' },
        ),
        line('Thanks!', { kind: 'judged', value: 'It says goodbye.' }),
      ] as never,
    },
  })
  await call(runAssistantTests, { params, body: {} })
  const { uuid } = await call(getAssistant, { params })
  const anyone = createClient({ origin: life.url, headers: {} })
  const session = await anyone(openVisitorSession, { body: { assistant_id: uuid } })
  const visitor = createClient({
    origin: life.url,
    headers: { authorization: `Bearer ${session.token}` },
  })
  const { id } = await visitor(openVisitorConversation, { body: { client_id: randomUUID() } })
  await visitor(sendVisitorMessage, {
    params: { uuid: id },
    body: { client_id: randomUUID(), content: 'A table for 4 guests please, that would be great' },
  })
  await new Promise((r) => setTimeout(r, 2500))
  await call(endConversation, { params: { uuid: id } })
  await new Promise((r) => setTimeout(r, 1500))
  for (const [name, scheme, width] of [
    ['light', 'light', 1440],
    ['dark', 'dark', 1440],
    ['phone', 'light', 390],
  ] as const) {
    const page = await chromium.person({ viewport: { width, height: 900 }, colorScheme: scheme })
    await page.goto(await life.signInLink())
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const shot = async (path: string, file: string, ready: string) => {
      await page.goto(`${life.url}${path}`)
      await page.getByText(ready).first().waitFor({ state: 'attached' })
      await page.waitForTimeout(500)
      await page.screenshot({ path: `${OUT}/${file}-${name}.png` })
    }
    await shot('/app/settings/budgets', 'budgets', 'Used this month')
    await shot('/app/assistants/1/tests', 'tests', 'A table for four')
    await page.getByRole('button', { name: 'Edit: A table for four' }).click()
    await page.waitForTimeout(400)
    await page.screenshot({ path: `${OUT}/editor-${name}.png` })
    await shot(`/app/conversations/${id}`, 'record', 'Outcome')
    await shot(`/app/inbox/${id}`, 'inbox', 'A table for 4')
    await page.goto(`${life.url}/app/assistants/1`)
    await page.waitForTimeout(1000)
    await page.evaluate(() => document.getElementById('section-budget')?.scrollIntoView())
    await page.waitForTimeout(400)
    await page.screenshot({ path: `${OUT}/form-${name}.png` })
  }
}, 120_000)
