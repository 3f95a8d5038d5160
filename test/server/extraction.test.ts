import { expect, test } from 'vitest'
import { assistantQueries } from '../../server/features/assistants/queries.ts'
import { parseValues } from '../../server/features/conversations/extraction/ask-model.ts'
import { extractFields } from '../../server/features/conversations/extraction/extract.ts'
import type {
  Field,
  Utterance,
  Values,
} from '../../server/features/conversations/extraction/fields.ts'
import { readFields } from '../../server/features/conversations/extraction/read-fields.ts'
import { createdAssistant } from '../support/assistants.ts'
import { hostedModelId } from '../support/hosted-model.ts'
import { startReceiver } from '../support/receiver.ts'
import { startServer } from '../support/server.ts'

const field = (name: string, type: Field['type'], description: string): Field => ({
  name,
  type,
  description,
})

/** A transcript in lines: `C:` is the customer, `A:` the assistant. */
const transcriptOf = (text: string): Utterance[] =>
  text
    .trim()
    .split('\n')
    .map((line) => ({
      role: line.trim().startsWith('C:') ? 'user' : 'assistant',
      content: line.trim().slice(2).trim(),
    }))

const read = (fields: Field[], text: string, language = 'en'): Values =>
  readFields(fields, transcriptOf(text), language)

const EMAIL = field('email', 'string', 'Email address of the customer')
const PHONE = field('phone', 'string', 'Phone number to call back')
const NAME = field('name', 'string', 'Full name of the customer')
const DATE = field('visit_date', 'string', 'Day of the visit')
const TIME = field('visit_time', 'string', 'Time of the visit')
const BUDGET = field('budget', 'number', 'Budget of the customer')
const PRICE = field('price', 'string', 'Price that was agreed')
const GUESTS = field('guests', 'number', 'Number of guests')
const NEWS = field('newsletter', 'bool', 'Whether the customer wants the newsletter')
const CITY = field('city', 'string', 'City where the customer lives')
const REASON = field('reason', 'string', 'Why the customer got in touch')

test.each<[Field, string, Values[string] | undefined]>([
  [
    EMAIL,
    'C: Write to Ada.Lovelace+x@mail.example.com, please.',
    'Ada.Lovelace+x@mail.example.com',
  ],
  [EMAIL, 'C: ada@example.com\nC: Sorry, bob@example.com', 'bob@example.com'],
  [EMAIL, 'A: Write to us@example.com\nC: I will', undefined],
  [EMAIL, 'C: I have no mail address', undefined],
  [PHONE, 'C: Call me at +49 (30) 123-4567.', '+49 (30) 123-4567'],
  [PHONE, 'C: my number is 0170 1234567', '0170 1234567'],
  [PHONE, 'C: On 12.05.2026, for 4 people', undefined],
  [NAME, 'C: Hi, my name is Ada Lovelace and I need help', 'Ada Lovelace'],
  [NAME, "C: I'm looking for a table", undefined],
  [NAME, "C: Hello, I'm Ada.", 'Ada'],
  [NAME, 'A: May I have your name?\nC: Grace Hopper', 'Grace Hopper'],
  [NAME, 'A: What is your name?\nC: Why do you ask?', undefined],
  [DATE, 'C: on 2026-05-12 please', '2026-05-12'],
  [DATE, 'C: maybe next Tuesday', 'next Tuesday'],
  [DATE, 'C: the 3rd of May, 2026', 'the 3rd of May, 2026'],
  [DATE, 'C: whenever you like', undefined],
  [TIME, 'C: at 7:30 pm', '7:30 pm'],
  [TIME, 'C: about 18:45', '18:45'],
  [BUDGET, 'C: I can spend $1,200.50 on it', 1200.5],
  [BUDGET, 'C: 3.500 Euro, not more', 3500],
  [BUDGET, 'A: What is your budget?\nC: about 5k', 5000],
  [BUDGET, 'C: I have not thought about money', undefined],
  [PRICE, 'C: so it is 45 euros', '45 euros'],
  [GUESTS, 'C: A table for 4 people on 12.05. please', 4],
  [GUESTS, 'A: How many guests will come?\nC: Six', 6],
  [GUESTS, 'A: How many guests will come?\nC: I do not know yet', undefined],
  [GUESTS, 'C: I live at number 12', undefined],
  [NEWS, 'A: Would you like our newsletter?\nC: Yes, please!', true],
  [NEWS, 'A: Would you like our newsletter?\nC: no thanks', false],
  [NEWS, 'C: Please add me to the newsletter.', true],
  [NEWS, "C: I don't want your newsletter.", false],
  [NEWS, 'C: Do you have a newsletter?', undefined],
  [NEWS, 'A: Are you hungry?\nC: Yes', undefined],
  [CITY, 'A: Which city do you live in?\nC: Berlin.', 'Berlin'],
  [CITY, 'A: Which city do you live in?\nC: Why?', undefined],
  [CITY, 'C: hello', undefined],
  [REASON, 'C: Hello\nC: My order has not arrived', 'My order has not arrived'],
  [REASON, 'C: Hello', undefined],
])('%o in "%s"', (wanted, text, value) => {
  expect(read([wanted], text)).toEqual(value === undefined ? {} : { [wanted.name]: value })
})

test('other languages are supported, too', () => {
  const fields = [
    field('vorname', 'string', 'Name des Kunden'),
    field('telefon', 'string', 'Telefonnummer'),
    field('personen', 'number', 'Anzahl der Personen'),
    field('rueckruf', 'bool', 'Ob ein Rückruf gewünscht ist'),
  ]
  const text = `
    C: Guten Tag, mein Name ist Jörg Müller, Telefon 030 1234567
    A: Für wie viele Personen?
    C: Für sechs
    A: Ist ein Rückruf gewünscht?
    C: Ja gerne
  `
  expect(read(fields, text, 'de')).toEqual({
    vorname: 'Jörg Müller',
    telefon: '030 1234567',
    personen: 6,
    rueckruf: true,
  })
})

test('100 KB of near misses do not block', () => {
  const fields = [EMAIL, PHONE, NAME, DATE, TIME, BUDGET, PRICE, GUESTS, NEWS, CITY, REASON]
  for (const piece of ['a.', '1 ', '1.', '(1-', 'my name is ', '$', 'A ', '@', 'guests ', '12:']) {
    const content = piece.repeat(100_000 / piece.length)
    const transcript: Utterance[] = [
      { role: 'assistant', content: 'How many guests?' },
      { role: 'user', content },
    ]
    const started = performance.now()
    readFields(fields, transcript, 'en')
    // Ten times the usual duration, to allow for other load.
    expect([piece, performance.now() - started < 500]).toEqual([piece, true])
  }
})

test.each<[string, Values | undefined]>([
  [
    '{"email":"a@example.com","guests":4,"newsletter":true}',
    { email: 'a@example.com', guests: 4, newsletter: true },
  ],
  ['Here you are:\n```json\n{"email": null, "guests": "4"}\n```', { guests: 4 }],
  ['{"email":"","guests":"many","newsletter":"yes","other":1}', {}],
  ['{"email":{"a":1},"guests":null,"newsletter":"false"}', { newsletter: false }],
  ['{"__proto__":{"email":"x"}}', {}],
  ['no JSON at all', undefined],
  ['[1,2]', undefined],
  ['{"email": ', undefined],
])('a model that answers %s gives %o', (answer, values) => {
  expect(parseValues(answer, [EMAIL, GUESTS, NEWS])).toEqual(values)
})

/** A server with an assistant whose model is a small HTTP server that gives these answers in sequence. */
async function withModel(...texts: string[]) {
  const model = await startReceiver((res, _request, index) => {
    const content = texts[Math.min(index, texts.length - 1)]
    res.writeHead(200, { 'content-type': 'application/json' })
    const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }
    const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 }
    res.end(JSON.stringify({ id: '1', created: 1, choices: [choice], usage }))
  })
  const llm = { url: `http://${model.host}/v1`, key: undefined, model: 'reader' }
  const server = await startServer({ llm })
  const { context } = server
  const modelId = hostedModelId(server)
  const id = await createdAssistant(server, {
    llm_model_id: modelId,
    post_call_schema: [EMAIL, GUESTS],
  })
  return {
    model,
    context,
    extract: (text: string) =>
      extractFields(context, {
        assistant: assistantQueries(context.db).byId(id)!,
        transcript: transcriptOf(text),
      }),
  }
}

const SAID = 'A: Hello!\nC: We are a party of four, write to ada at example dot com'

test('a model is asked for the values as JSON, with the whole transcript, and its usage is charged', async () => {
  const { model, context, extract } = await withModel('{"email":"ada@example.com","guests":4}')
  context.db.prepare('UPDATE llm_models SET input_price = 2000000, output_price = 10000000').run()
  context.db.prepare('UPDATE users SET balance = 1000000').run()
  expect(await extract(SAID)).toEqual({
    values: { email: 'ada@example.com', guests: 4 },
    cost: 3000,
  })
  const { messages } = JSON.parse(model.requests[0]!.body)
  expect(messages[0].content).toContain('"guests" (a number): Number of guests')
  expect(messages[1].content).toContain('Customer: We are a party of four')
})

test('a model that answers something else is asked once more, but not a third time', async () => {
  const second = await withModel('Sure! They are four.', '{"guests":4}')
  expect((await second.extract(SAID)).values).toEqual({ guests: 4 })
  expect(second.model.requests).toHaveLength(2)
  const never = await withModel('Sure! They are four.')
  // Then the values found by patterns are used.
  expect((await never.extract('C: 4 people, ada@example.com')).values).toEqual({
    email: 'ada@example.com',
    guests: 4,
  })
  expect(never.model.requests).toHaveLength(2)
})

test('without a balance a priced model is not asked', async () => {
  const { model, context, extract } = await withModel('{"guests":9}')
  context.db.prepare('UPDATE llm_models SET input_price = 1').run()
  expect(await extract('C: 4 people')).toEqual({ values: { guests: 4 }, cost: 0 })
  expect(model.requests).toEqual([])
})

test('a transcript without customer messages triggers no request', async () => {
  const { model, extract } = await withModel('{"guests":9}')
  expect(await extract('A: Hello!')).toEqual({ values: {}, cost: 0 })
  expect(model.requests).toEqual([])
})

test('a long transcript is truncated to its end', async () => {
  const { model, extract } = await withModel('{"guests":4}')
  await extract(`C: ${'early '.repeat(20_000)}\nC: late`)
  const { messages } = JSON.parse(model.requests[0]!.body)
  expect(messages[1].content.length).toBeLessThan(25_000)
  expect(messages[1].content).toMatch(/Customer: late$/)
})
