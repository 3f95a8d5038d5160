import fc from 'fast-check'
import { WEEKDAYS } from '#contracts/calling-hours.ts'
import { GRANTABLE } from '#contracts/capabilities.ts'
import { postMessage } from '../../server/features/conversations/post.ts'
import { conversationQueries } from '../../server/features/conversations/queries.ts'
import { CLEAN_JPEG } from '../support/pictures.ts'
import { ACCOUNT, TOKEN } from '../support/sms-provider-stand-in.ts'
import type { Hints } from './arbitrary.ts'
import type { Presented } from './echo.ts'
import type { BadValues } from './faults.ts'
import type { Answer } from './wire.ts'
import { BOT_IDS, CLOUD_IDS, hookOf, type World } from './world.ts'

type Body = Record<string, unknown>

/** A call that was answered well, and what is needed to see what it did. */
export interface Written {
  readonly world: World
  readonly sent: Body
  readonly reply: Body
  readonly params: Readonly<Record<string, string>>
  /** Reads as the caller. */
  readonly get: (target: string) => Promise<Answer>
}

/** Facts about an endpoint with a body that the generated tests need beyond its contract. */
export interface Writer {
  /** The caller; by default a program with the owner's key. */
  readonly as?: 'visitor' | 'owner at the desk'
  readonly params?: (world: World) => Readonly<Record<string, string>>
  /** How fields are made that a schema alone does not describe. */
  readonly hints?: (world: World) => Hints
  /** Values that rules which are code refuse, by field. */
  readonly bad?: BadValues
  /** Makes what was generated keep the rules between fields. */
  readonly repair?: (body: Body, world: World) => Body
  /** Reads back what was written; or the reason why that cannot be done, and valid bodies are tested elsewhere. */
  readonly back: ((written: Written) => Body | Promise<Body>) | string
  readonly presented?: Presented
  /** True if it needs a file, although its contract asks for that last. */
  readonly needsFile?: true
  /** Its file, where a short text is none. */
  readonly file?: Uint8Array<ArrayBuffer>
  /** Share of the cases, for what takes long; 1 unless said otherwise. */
  readonly share?: number
}

/** An id as a number or as digits, as clients send them. */
export const idOf = (...pool: readonly (number | string)[]): fc.Arbitrary<number | string> =>
  fc.constantFrom(...pool).chain((id) => fc.constantFrom(id, String(id)))

const json = async (answer: Promise<Answer>): Promise<Body> => JSON.parse((await answer).text)

const data = ({ reply }: Written): Body => reply['data'] as Body

const param = (name: string, kind: keyof World['owner']['things']) => (world: World) => ({
  [name]: String(world.owner.things[kind]),
})

/** Sentences with the placeholders of emails only. */
const EMAIL_SENTENCES: Hints = Object.fromEntries(
  ['subject', 'greeting', 'closing', 'footer'].map((field) => [
    field,
    fc.constantFrom('Hello {visitor}', 'From {name}, é 漢', null),
  ]),
)

/** Somebody calls in the owner's conversation, and says nothing. */
function beOnCall({ server: { context }, owner }: World): void {
  const { liveCalls } = context
  const callId = Number(owner.things.call)
  if (liveCalls.byId(callId)) return
  const nothing = () => undefined
  liveCalls.add({
    callId,
    conversationId: undefined,
    typed: nothing,
    whisper: nothing,
    transfer: nothing,
    company: () => ({ listeners: [], speaker: null }),
    close: () => Promise.resolve(),
  })
}

/** The assistant answers in the owner's conversation, delayed. */
function beAnswered({ server: { context }, owner }: World) {
  const { id, uuid, user_id, ai_epoch } = conversationQueries(context.db).byUuid(
    String(owner.things.conversation),
  )!
  const place = { id, uuid, userId: user_id, epoch: ai_epoch }
  context.pendingAnswers.open(place, { delayMs: 1000, said: '' })
  return place
}

/** The same, for a question of the visitor. */
function beAsked(world: World): void {
  const { id } = beAnswered(world)
  const { context } = world.server
  const row = conversationQueries(context.db).byId(id)!
  const question = { author: 'visitor', authorName: 'Visitor', content: 'And now?' } as const
  void context.write((tx) => postMessage(tx, context, row, question))
}

/** The owner holds that answer. */
function beHeld(world: World): void {
  const operatorId = world.db
    .prepare<[number], number>('SELECT min(id) FROM operators WHERE user_id = ?')
    .pluck()
    .get(world.owner.userId)!
  world.server.context.pendingAnswers.hold(beAnswered(world), { operatorId, name: '', tab: '' })
}

/** Somebody writes text messages in the owner's conversation: there is a number by which they are known. */
function beKnown({ db, owner: { things } }: World): void {
  const id = db.prepare('SELECT id FROM conversations WHERE uuid = ?').pluck()
  db.prepare(`
    INSERT OR IGNORE INTO sms_conversations (conversation_id, phone_number_id, customer, is_answered)
    VALUES (?, ?, '+12025550199', 0)
  `).run(id.get(things.conversation), things['phone number'])
}

const waitingCall = ({ owner: { things } }: World) => ({
  uuid: String(things.conversation),
  id: String(things['asked call']),
})

/** That call waits for a person. */
function beWaiting({ db, owner }: World): void {
  const id = owner.things['asked call']
  db.prepare("UPDATE tool_calls SET status = 'waiting', result = NULL WHERE id = ?").run(id)
  db.prepare('UPDATE tool_approvals SET settled_seq = NULL WHERE call_id = ?').run(id)
}

/** The owner's number was bought, and is to be given back long after the test. */
function beReleased({ db, owner }: World): void {
  db.prepare(`
    UPDATE phone_numbers SET carrier = 'sandbox', monthly_price = 1, billed_from = 1,
      subscription_expires_at = 4000000000000, release_at = 4000000000000
    WHERE id = ?
  `).run(owner.things['phone number'])
}

/** Things that have to happen before an endpoint without a body can be called well. */
export const BEFORE: Readonly<Record<string, (world: World) => void>> = {
  blockSender: beKnown,
  listenToCall: beOnCall,
  holdAnswer: beAnswered,
  releaseAnswer: beAnswered,
  rewriteAnswer: beHeld,
  discardAnswer: beAsked,
  keepPhoneNumber: beReleased,
}

/** Budgets in whole micro-dollars. */
const BUDGETS: Hints = Object.fromEntries(
  ['budget_per_day', 'budget_per_visitor_day', 'budget_per_conversation'].map((name) => [
    name,
    fc.integer({ min: 0, max: 1_000_000_000 }).map((micros) => micros / 1_000_000),
  ]),
)

/** The fields of a draft. */
const draftHints = (world: World): Hints =>
  Object.fromEntries(
    Object.entries(assistantHints(world)).map(([name, made]) => [`fields.${name}`, made]),
  )

const assistantHints = ({ owner: { things }, shared }: World): Hints => ({
  voice_id: idOf(...shared.voices.pipeline),
  language_id: idOf(...shared.languages),
  'secondary_language_ids.*': idOf(...shared.languages),
  llm_model_id: idOf(...shared.models),
  chat_llm_fallback_id: idOf(...shared.models),
  multimodal_model_id: idOf(...shared.multimodalModels),
  knowledgebase_id: idOf(things['knowledge base']),
  phone_number_id: idOf(things['phone number']),
  'tool_ids.*': idOf(things.tool),
  'mcp_tool_ids.*': idOf(things['mcp tool']),
  'tools.*.outbound_phone_id': idOf(things['phone number']),
  'tools.*.assistant_id': idOf(things['second assistant']),
  folder_id: idOf(things.folder),
  'label_ids.*': idOf(things['assistant label']),
  synthesizer_provider_id: idOf(...shared.synthesizers),
  transcriber_provider_id: idOf(...shared.transcribers),
  ...BUDGETS,
})

/** Makes an assistant's fields consistent with each other (docs/spec/api.md, endpoint 4). */
function coherent(body: Body, { shared }: World): Body {
  const mode = (body['mode'] ?? 'pipeline') as keyof typeof shared.voices
  const voices = shared.voices[mode]
  const whole: Body = {
    ...body,
    mode,
    voice_id: voices[Number(body['voice_id'] ?? 0) % voices.length],
  }
  if (mode === 'pipeline') whole['llm_model_id'] ??= shared.models[0]
  else {
    whole['multimodal_model_id'] ??= shared.multimodalModels[0]
    whole['knowledgebase_mode'] = 'function_call'
    whole['allow_interruptions'] = true
  }
  if (whole['is_webhook_active']) whole['webhook_url'] ??= 'https://example.com/hook'
  if (whole['webhook_url'] === null) whole['is_webhook_active'] = false
  // One inbound assistant a number: outbound ones may share it.
  if (whole['phone_number_id']) whole['type'] = 'outbound'
  return whole
}

/** A document that lacks nothing, with replacements that keep the rules. */
function importable(body: Body, world: World): Body {
  const replacements = coherent((body['replacements'] ?? {}) as Body, world)
  const fields = {
    name: 'Imported',
    type: 'outbound',
    mode: 'pipeline',
    language: 'en',
    timezone: 'UTC',
    initial_message: 'Hello!',
    system_prompt: 'You help.',
  }
  const document = { parley_assistant: 1, exported_at: '2026-03-14T09:26:53.000Z', fields }
  return { ...body, document, dry_run: false, replacements: { ...replacements, type: 'outbound' } }
}

/** Names a field wherever a value is extracted; an assistant has at most fifty tests, so the others go. */
function coherentTest(body: Body, { db, owner }: World): Body {
  db.prepare('DELETE FROM assistant_tests WHERE assistant_id = ? AND id <> ?').run(
    owner.things.assistant,
    owner.things['assistant test'],
  )
  const lines = (body['lines'] as Body[]).map((line) => ({
    ...line,
    ...(Array.isArray(line['expectations']) && {
      expectations: (line['expectations'] as Body[]).map((expectation) => ({
        ...expectation,
        ...(expectation['kind'] === 'extracts' && { field: expectation['field'] ?? 'name' }),
      })),
    }),
  }))
  return { ...body, lines }
}

/** Null is as not sent. */
const withoutGaps: Presented = {
  lines: (sent) =>
    (sent as Body[]).map(({ say, expectations }) => ({
      say,
      expectations: ((expectations ?? []) as Body[]).map(({ kind, value, field }) => ({
        kind,
        value,
        ...(field != null && { field }),
      })),
    })),
}

const twoDecimals = (sent: unknown) => Number(sent).toFixed(2)

/** Something belongs to an assistant once, however often it was named. */
const each = (sent: unknown) => [...new Set((sent as unknown[]).map(Number))]

const presentedAssistant: Presented = {
  tool_ids: each,
  mcp_tool_ids: each,
  label_ids: each,
  secondary_language_ids: each,
  llm_temperature: twoDecimals,
  voice_stability: twoDecimals,
  voice_similarity: twoDecimals,
  speech_speed: twoDecimals,
  ambient_sound_volume: twoDecimals,
}

/** An assistant as the API gives it, and the columns that no answer shows. */
async function assistantBack({ world, reply, get }: Written): Promise<Body> {
  const { id } = reply['data'] as { id: number }
  const column = (sql: string) => world.db.prepare(sql).pluck().all(id)
  return {
    ...(world.db.prepare('SELECT * FROM assistants WHERE id = ?').get(id) as Body),
    secondary_language_ids: column(
      'SELECT language_id FROM assistant_languages WHERE assistant_id = ? ORDER BY position',
    ),
    tool_ids: column(
      'SELECT tool_id FROM assistant_tools WHERE assistant_id = ? ORDER BY position',
    ),
    mcp_tool_ids: column(
      'SELECT mcp_tool_id FROM assistant_mcp_tools WHERE assistant_id = ? ORDER BY position',
    ),
    ...(await json(get(`/api/user/assistant/${id}`))),
  }
}

const webhookOf = (column: string) => async (written: Written) => {
  const id = Number(written.sent['assistant_id'] ?? written.params['id'])
  const row = written.world.db.prepare('SELECT * FROM assistants WHERE id = ?').get(id) as Body
  return { assistant_id: row['id'], webhook_url: row[column] }
}

const ownAssistant = ({ owner }: World): Hints => ({ assistant_id: idOf(owner.things.assistant) })

const callHints = ({ owner }: World): Hints => ({
  assistant_id: idOf(owner.things.assistant),
  phone_number: fc.constantFrom('+4930123456', '+14155550123'),
})

const moments = fc.constantFrom('2026-03-14 09:26:53', '1999-12-31 23:59:59', '2024-02-29 00:00:00')

/** A call that was placed, as it was asked for. */
function callBack({ world, sent, reply }: Written): Body {
  const row = world.db
    .prepare('SELECT * FROM calls WHERE id = ?')
    .get(Number(reply['call_id'])) as Record<string, string>
  return {
    ...row,
    phone_number: row['client_phone_number'],
    variables: sent['variables'] && JSON.parse(row['input_variables']!),
  }
}

/** A call from a website has no numbers. */
function withoutNumbers(call: Body): Body {
  if (call['type'] !== 'web') return call
  const numbers = Object.keys(call).filter((name) => name.endsWith('phone_number'))
  return { ...call, ...Object.fromEntries(numbers.map((name) => [name, null])) }
}

/** Fields that take an object or, as in a CSV file, the JSON of one. */
const OBJECT_CELLS = ['variables', 'evaluation', 'webhook_response']
/** JSON in a text, nested deeper than a body may be. */
const DEEP_CELLS = [40, 20_000].map((levels) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`)
const objects = fc.constantFrom({}, { a: [1, null] }, { a: { b: 'ü' } })

async function importedCalls({ world, sent, get }: Written): Promise<Body> {
  const { length } = sent['calls'] as Body[]
  const rows = world.db
    .prepare('SELECT id, assistant_id FROM calls ORDER BY id DESC LIMIT ?')
    .all(length) as { id: number; assistant_id: number }[]
  const calls = rows.reverse().map(async ({ id, assistant_id }) => ({
    ...(await json(get(`/api/user/calls/${id}`))),
    assistant_id,
  }))
  return { calls: await Promise.all(calls) }
}

/** Counter for values that must be unique. */
let count = 0

/** Numbers of every kind, one for each case: an account has each number once. */
const NUMBERS: Readonly<Record<string, (index: number) => string>> = {
  normal: (index) => `+1212${String(2_000_000 + (index % 7_999_999))}`,
  caller_id: (index) => `+1312${String(2_000_000 + (index % 7_999_999))}`,
  sip: (index) => `sip:line-${index}@example.com`,
}

const phoneNumber = (body: Body): Body => {
  const type = (body['type'] ?? 'normal') as string
  return { ...body, type, phone_number: NUMBERS[type]!((count += 1)) }
}

const phoneHints = ({ owner }: World): Hints => ({
  subscription_expires_at: fc.constantFrom(
    '2030-12-31 23:59:59',
    '2030-12-31',
    '2030-12-31T22:59:59-01:00',
  ),
  sms_assistant_id: idOf(owner.things.assistant),
})

const trunkHints = (): Hints => ({
  phone_number: fc.constant('100'),
  sip_address: fc.constantFrom('pbx.example.com', '192.0.2.1', '2001:db8::1'),
  'allowed_inbound_ips.*': fc.constantFrom('203.0.113.7', '2001:db8::7'),
  country_code: fc.constantFrom('DE', 'us'),
})

const BAD_TRUNKS: BadValues = {
  sip_address: ['', 'sip:pbx', 'pbx:5060', 'a b', '1.2.3.256'],
  'allowed_inbound_ips.*': ['', '10.0.0.0/8', 'pbx'],
  country_code: ['', 'DEU', '1a'],
}

/** A number of the kind that is sent, and addresses where they are needed. */
function trunkNumber(body: Body): Body {
  const isNumber = body['sip_trunk_type'] === 'number'
  const phone_number = isNumber ? '+4930123456' : `ext-${(count += 1)}`
  const isByAddress = body['inbound_authorization_type'] === 'ip'
  const { allowed_inbound_ips: ips, ...rest } = body
  return { ...rest, phone_number, ...(isByAddress && { allowed_inbound_ips: ips ?? ['10.0.0.1'] }) }
}

/** A trunk as the API gives it, with what no answer shows. */
function trunkBack({ world, sent }: Written, trunk: Body): Body {
  const { kind, sealed } = world.db
    .prepare<[unknown], { kind: string; sealed: string }>(
      'SELECT kind, sealed_password AS sealed FROM sip_trunks WHERE phone_number_id = ?',
    )
    .get(trunk['id'])!
  const isSent = 'sip_password' in sent
  return {
    ...trunk,
    sip_trunk_type: kind,
    ...(isSent && {
      sip_password: world.server.context.vault.open(`trunk:${trunk['id']}`, sealed),
    }),
  }
}

const presentedTrunk: Presented = {
  nickname: (sent) => sent || null,
  country_code: (sent, body) =>
    (body as Body)['sip_trunk_type'] === 'number' ? 'DE' : String(sent).toUpperCase(),
  outbound_proxy: Boolean,
}

const providerHints = (): Hints => ({
  url: fc.constantFrom('https://api.example.com', 'http://localhost:1', 'https://a.example/b/'),
  account: fc.constantFrom('AC0123', 'a_b-c'),
})
const mailboxHints = (): Hints => ({
  host: fc.constantFrom('127.0.0.1', 'localhost'),
  port: fc.constantFrom(1, 2),
})

const senderHints = (): Hints => ({
  // Nobody listens there, and nothing is looked up.
  host: fc.constantFrom('127.0.0.1', 'localhost'),
  port: fc.constantFrom(1, 2),
  from_address: fc.constantFrom('support@example.com', 'a.b@example.org'),
})
const BAD_HOSTS = ['a b', 'ä', 'a/b', 'smtp.example.com:25', '-a', 'user@host']

const BAD_ACCOUNTS = ['a b', 'ä', 'a/b', '../x']

const presentedPhone: Presented = {
  nickname: (sent) => sent || null,
  subscription_expires_at: (sent) =>
    sent === '2030-12-31' ? '2030-12-31T00:00:00.000000Z' : '2030-12-31T23:59:59.000000Z',
  // SMS is for numbers of one's own.
  sms_capable: (sent) => Boolean(sent),
}

const MOMENTS = ['', 'soon', '2030-02-30', '2030-01-01T25:00', '2030-01-01+99:00', '1e3', '0']
const DOLLARS = fc.integer({ min: 1, max: 1_000_000_000 }).map((micros) => micros / 1_000_000)
const INEXACT = [0.0000001, 1.0000001, -0.01]

const priceHints: Hints = { sms_price: DOLLARS, call_price: DOLLARS, messenger_price: DOLLARS }

const toolHints: Hints = {
  'headers.*.name': fc.constantFrom('X-One', 'Authorization', 'x_two', "!#$%&'*+.^`|~-"),
}
const badHeaders = {
  'headers.*.name': ['Host', 'content-length', 'proxy-x', 'a b', 'ä', 'a:b', 'a\r\nb'],
}

const leadVariables = fc.constantFrom({}, { a: 1 }, { a: { b: 'ü' }, name: 'Ada' })
/** The variables of a lead that this case has sent, as they are kept. */
function sentVariables(written: Written): Body {
  const kept = data(written)['variables'] as Body
  const names = Object.keys(written.sent['variables'] ?? {})
  return Object.fromEntries(names.map((name) => [name, kept[name]]))
}
const recipientHints: Hints = {
  recipient_phone: fc.constantFrom('+4930123456', '+1 (415) 555-2671'),
}

const senderWriter = () =>
  ({
    as: 'owner at the desk',
    hints: ({ owner: { things } }) => ({
      phone_number_id: idOf(things['phone number']),
      phone_number: fc.constant('+14155550177'),
      assistant_id: idOf(things.assistant),
    }),
    bad: { phone_number: ['', '030 123456', 'Ada'] },
    back: (written: Written) => {
      const sender = data(written)
      const row = written.world.db
        .prepare<[unknown], Body>('SELECT phone_number_id FROM messenger_senders WHERE id = ?')
        .get(sender['id'])
      return { ...sender, ...row }
    },
    share: 0.5,
  }) as const satisfies Writer

/** A customer has written just now. */
function withOpenWindow(body: Body, { db, owner: { things, userId } }: World): Body {
  const sender = Number(things['messenger sender'])
  const customer = '+14155550123'
  const known = db
    .prepare('SELECT 1 FROM messenger_conversations WHERE sender_id = ? AND customer = ?')
    .get(sender, customer)
  if (!known) {
    const id = conversationQueries(db).ofUser(userId, String(things.conversation))!.id
    db.prepare('INSERT OR REPLACE INTO messenger_conversations VALUES (?, ?, ?, ?, NULL)').run(
      id,
      sender,
      customer,
      Date.now(),
    )
  }
  return body
}

const botHints = ({ botUrl = 'http://127.0.0.1:9' }: World, id: number): Hints => ({
  token: fc.constant(`${id}:AAa_token-of_this-bot`),
  url: fc.constant(botUrl),
})

const cloudHints = ({ cloudUrl = 'http://127.0.0.1:9' }: World, id: number): Hints => ({
  phone_number_id: fc.constant(String(id)),
  business_id: fc.constant('102290129340398'),
  token: fc.constant('EAAG.a-token_of-this-number'),
  app_secret: fc.constant('0123456789abcdef'),
  url: fc.constant(cloudUrl),
})

/** The numbers of the SMS provider's account can only be added while one is set up. */
function withFormAccount(body: Body, { db, formUrl, server }: World): Body {
  db.prepare('DELETE FROM sms_provider').run()
  db.prepare(
    'INSERT INTO sms_provider (id, url, account, token, updated_at) VALUES (1, ?, ?, ?, 1)',
  ).run(formUrl ?? 'http://127.0.0.1:9', ACCOUNT, server.context.vault.seal('sms', TOKEN))
  return { ...body, phone_number: `+1415${6_000_000 + (count += 1)}` }
}

const BAD_CLOUD = {
  phone_number_id: ['', '+1415', 'abc', '1 2'],
  business_id: ['', 'abc'],
  token: ['', 'short', 'with a space in it'],
}

const BAD_TOKENS = ['', '123456789', 'AAtoken', '1:short']

const BAD_NUMBERS = ['', '030 123456', '+1555', 'Ada']
const e164 = (sent: unknown) => `+${String(sent).replace(/\D/g, '')}`

const A_PICTURE = 'a picture comes in another kind of body: test/server/pictures.test.ts'

const emailHints = () => ({
  email: fc.constantFrom('ann@example.com', "o'neil+tag@sub.example.co"),
})

/** A campaign without a goal, which the assistant would have to ask for. */
const campaignWriter = (): Writer => ({
  hints: ({ owner: { things } }) => ({
    assistant_id: idOf(things.assistant),
    allowed_hours_start_time: fc.constantFrom('09:00', '22:30:59'),
    allowed_hours_end_time: fc.constantFrom('17:59', '02:00:00'),
    'phone_number_ids.*': idOf(things['phone number']),
  }),
  bad: { allowed_hours_start_time: ['24:00', '9:00', '09:60', 'noon'] },
  repair: ({ goal_completion_variable: _, retry_on_goal_incomplete: __, ...body }) => ({
    ...body,
    ...distinctIn(body, 'allowed_days'),
    ...distinctIn(body, 'phone_number_ids', String),
  }),
  back: data,
  presented: {
    allowed_hours_start_time: (sent) => `${String(sent).slice(0, 5)}:00`,
    allowed_hours_end_time: (sent) => `${String(sent).slice(0, 5)}:00`,
    allowed_days: (sent) => WEEKDAYS.filter((day) => (sent as string[]).includes(day)),
  },
  share: 0.5,
})

/** A list of a body without doubles. */
function distinctIn(body: Body, name: string, keyOf: (item: unknown) => unknown = (item) => item) {
  const list = body[name]
  if (!Array.isArray(list)) return {}
  return { [name]: [...new Map(list.map((item) => [keyOf(item), item])).values()] }
}

/** Rules: what is only for one event is left out for others, and a person is assigned as one. */
const ruleWriter = {
  hints: ({ owner: { things } }: World): Hints => ({
    'conditions.assistant.ids.*': idOf(things.assistant),
    'conditions.label.ids.*': idOf(things.label),
    'conditions.language.values.*': fc.constantFrom('de', 'en', 'fil'),
    'actions.label_ids.*': idOf(things.label),
    'actions.assign.team_id': idOf(things.team),
    'actions.assign.operator_ids.*': idOf(things.operator),
    'actions.notify.operator_ids.*': idOf(things.operator),
  }),
  repair(body: Body, { owner: { things } }: World): Body {
    const { event } = body
    const conditions = { ...(body['conditions'] as Body) }
    const actions: Body = { ...(body['actions'] as Body) }
    if (event === 'created') delete conditions['text']
    if (event === 'ended')
      for (const name of ['mode', 'reply', 'snooze_minutes']) delete actions[name]
    const assign = actions['assign'] as Body | null | undefined
    if (assign?.['to'] === 'person')
      actions['assign'] = { ...assign, operator_ids: [things.operator] }
    if (assign?.['to'] === 'team') actions['assign'] = { ...assign, team_id: things.team }
    if (Object.values(actions).every((value) => value === null || value === undefined))
      actions['label_ids'] = [things.label]
    const minutes = event === 'unanswered' ? (body['minutes'] ?? 10) : null
    return { ...body, conditions, actions, minutes }
  },
  share: 0.5,
}

const ruleOf = (written: Written): Body => {
  const { position } = written.sent
  return { ...data(written), ...(position !== undefined && { position }) }
}

/** Shortcuts of canned replies, without their `/`: single words, all different. */
const shortcuts = fc.uuid()
const badShortcut: BadValues = { shortcut: ['two words', '/hello', ''] }

const trimmed = (sent: unknown) => (sent === null ? null : String(sent).trim() || null)

/** No two labels have the same name. */
const newName = (body: Body): Body => ({
  ...body,
  name: `${[...String(body['name'])].slice(0, 30).join('')} ${(count += 1)}`,
})

/** The same for names that are trimmed. */
const newTrimmedName = (body: Body): Body => {
  const { name, ...rest } = newName(body)
  return { ...rest, name: String(name).trim() }
}

const newNameIfSent = (body: Body): Body => (body['name'] === undefined ? body : newName(body))

const modelProviderHints = () => ({
  name: fc.uuid(),
  // Of one origin: a kept key goes to no other.
  base_url: fc.constantFrom('https://api.example.com/v1', 'https://api.example.com/v2/'),
  key: fc.constantFrom('sk-of-a-test', '!~', null),
  'models.*.input_price': PRICES,
  'models.*.output_price': PRICES,
})
const PRICES = fc.integer({ min: 0, max: 10_000_000_000 }).map((micros) => micros / 1_000_000)

/** A provider as the API gives it, with the key that the vault gives nobody else. */
function providerBack({ reply, world: { db, server } }: Written): Body {
  const provider = reply['data'] as Body
  const sealed = db
    .prepare<[unknown], string>('SELECT sealed_key FROM model_providers WHERE id = ?')
    .pluck()
    .get(provider['id'])
  return { ...provider, key: sealed && server.context.vault.open(`llm:${provider['id']}`, sealed) }
}

/** Up to 100 dollars, to the micro-dollar. */
const SPEECH_PRICES = fc.integer({ min: 0, max: 100_000_000 }).map((micros) => micros / 1_000_000)

const speechHints = ({ shared }: World): Hints => ({
  hearing_price: SPEECH_PRICES,
  speaking_price: SPEECH_PRICES,
  characters_price: SPEECH_PRICES,
  name: fc.uuid(),
  // The others do not speak, and have no voices.
  kind: fc.constantFrom('openai-audio', 'openai-realtime', 'piper'),
  base_url: fc.constantFrom('https://api.example.com/v1', 'https://api.example.com/v2/'),
  key: fc.constantFrom('sk-of-a-test', '!~', null),
  'voices.*.language_id': idOf(...shared.languages.slice(0, 3)),
})

/** A service as the API gives it, with the key that the vault gives nobody else. */
function speechBack({ reply, world: { db, server } }: Written): Body {
  const service = reply['data'] as Body
  const sealed = db
    .prepare<[unknown], string>('SELECT sealed_key FROM speech_providers WHERE id = ?')
    .pluck()
    .get(service['id'])
  return { ...service, key: sealed && server.context.vault.open(`speech:${service['id']}`, sealed) }
}

const mcpHints = (): Hints => ({
  url: fc.constantFrom('https://mcp.example.com/mcp', 'https://mcp.example.com/v2'),
  token: fc.constantFrom('token-of-a-test', '!~', null),
})

/** A server as the API gives it, with the token that the vault gives nobody else. */
function mcpServerBack({ reply, world: { db, server } }: Written): Body {
  const row = reply['data'] as Body
  const sealed = db
    .prepare<[unknown], string>('SELECT token FROM mcp_servers WHERE id = ?')
    .pluck()
    .get(row['id'])
  return { ...row, token: sealed && server.context.vault.open('mcp token', sealed) }
}

/** Has a visitor wait for an answer that is drafted already; says which draft in which epoch. */
function newProposal({ db, owner }: World): { proposal_id: number; epoch: number } {
  const conversation = conversationQueries(db).byUuid(String(owner.things.conversation))!
  const { id, ai_epoch: epoch } = conversation
  db.prepare("UPDATE conversations SET ai_mode = 'approve' WHERE id = ?").run(id)
  db.prepare("UPDATE proposals SET status = 'stale' WHERE decided_at IS NULL").run()
  const count = db.prepare<[number], number>(
    'UPDATE conversations SET message_count = message_count + 1 WHERE id = ? RETURNING message_count',
  )
  const seq = count.pluck().get(id)!
  db.prepare(`
    INSERT INTO messages (conversation_id, seq, author, author_name, content, status, created_at)
    VALUES (?, ?, 'visitor', 'Visitor', 'Hello?', 'complete', 1)
  `).run(id, seq)
  const propose = db.prepare<[number, number, number], number>(`
    INSERT INTO proposals (conversation_id, epoch, answers_seq, status, created_at)
    VALUES (?, ?, ?, 'streaming', 1) RETURNING id
  `)
  return { proposal_id: propose.pluck().get(id, epoch, seq)!, epoch }
}

/** Ids that a filter of the inbox may name. */
const filterHints =
  (place: string) =>
  ({ owner: { things } }: World): Hints => ({
    [`${place}.assistant_id`]: idOf(things.assistant),
    [`${place}.assignee`]: fc.constantFrom('me', 'none', String(things.operator)),
    [`${place}.labels`]: fc.constant(String(things.label)),
    [`${place}.team`]: fc.constantFrom('mine', String(things.team)),
  })

const operatorHints = (world: World): Hints => ({
  ...emailHints(),
  custom_role_id: idOf(world.owner.things.role),
})

/** A custom role takes precedence over another one, so that only one of them comes back. */
function namedByRole({ role, ...body }: Body): Body {
  return body['custom_role_id'] || role === undefined ? body : { ...body, role }
}

const operatorBack = (written: Written): Body => {
  const { custom_role, ...operator } = data(written)
  return { ...operator, custom_role_id: (custom_role as Body | null)?.['id'] ?? null }
}

/** Names of roles are unique. */
const withOwnName = (body: Body): Body => ({
  ...newName(body),
  capabilities: [...new Set(body['capabilities'] as string[])].sort(
    (a, b) => GRANTABLE.indexOf(a as never) - GRANTABLE.indexOf(b as never),
  ),
})

const teamHints = ({ owner: { things } }: World): Hints => ({
  'operator_ids.*': idOf(things.operator),
})

/** Names of teams are unique, and members are not repeated. */
const withOwnTeamName = (body: Body): Body => ({
  ...newName(body),
  operator_ids: (body['operator_ids'] as unknown[]).slice(0, 1),
})

/** Every endpoint that takes a body. */
export const WRITERS: Readonly<Record<string, Writer>> = {
  createApiKey: {
    back: async ({ reply, get }) => {
      const { api_keys } = (await json(get('/api/user/api-keys'))) as { api_keys: Body[] }
      return api_keys.find(({ id }) => id === (reply['api_key'] as Body)['id'])!
    },
  },
  createUser: {
    hints: () => ({ email: fc.constant('') }),
    repair: (body) => ({ ...body, email: `somebody-${(count += 1)}@example.com` }),
    back: ({ reply }) => reply['user'] as Body,
  },
  createOperator: {
    hints: operatorHints,
    repair: namedByRole,
    back: operatorBack,
  },
  updateOperator: {
    hints: operatorHints,
    params: param('id', 'operator'),
    repair: namedByRole,
    back: operatorBack,
  },
  emailInvitation: {
    as: 'owner at the desk',
    params: param('id', 'operator'),
    back: 'nothing of it is stored',
    share: 0.1,
  },
  confirmEmail: {
    as: 'owner at the desk',
    back: 'it asks for a secret and keeps nothing of it',
  },
  // An account has at most 50 of each.
  createTeam: { hints: teamHints, repair: withOwnTeamName, back: data, share: 0.1 },
  updateTeam: {
    params: param('id', 'team'),
    hints: teamHints,
    repair: withOwnTeamName,
    back: data,
  },
  createRole: { as: 'owner at the desk', repair: withOwnName, back: data, share: 0.1 },
  updateRole: {
    as: 'owner at the desk',
    params: param('id', 'role'),
    repair: withOwnName,
    back: data,
  },
  updateProfile: { hints: emailHints, back: data },
  setProfilePicture: { file: CLEAN_JPEG, back: A_PICTURE },
  updateMe: {
    hints: emailHints,
    back: ({ get }) => json(get('/api/user/me')),
  },

  createAssistant: {
    hints: assistantHints,
    repair: coherent,
    back: assistantBack,
    presented: presentedAssistant,
    share: 3,
  },
  updateAssistant: {
    params: param('id', 'assistant'),
    hints: assistantHints,
    repair: coherent,
    back: assistantBack,
    presented: presentedAssistant,
    share: 3,
  },
  updateAssistantSettings: {
    params: param('id', 'assistant'),
    hints: assistantHints,
    // Whoever begins from an older version is refused, and that is no fault of the body.
    repair: (body, world) => ({ ...coherent(body, world), version: null }),
    back: async ({ reply }) => ({
      ...(reply['fields'] as Body),
      version: null,
      note: (reply['version'] as Body)['note'],
    }),
    presented: {
      tool_ids: each,
      mcp_tool_ids: each,
      secondary_language_ids: each,
      note: (sent) => String(sent).trim() || null,
    },
    share: 2,
  },
  importAssistant: {
    hints: (world) =>
      Object.fromEntries(
        Object.entries(assistantHints(world)).map(([name, made]) => [`replacements.${name}`, made]),
      ),
    repair: importable,
    back: 'what comes of a document is tested with documents that were exported',
    share: 0.3,
  },
  startPracticeCall: {
    params: param('id', 'assistant'),
    hints: (world) =>
      Object.fromEntries(
        Object.entries(assistantHints(world)).map(([name, made]) => [`fields.${name}`, made]),
      ),
    repair: (body, world) => ({ ...body, fields: coherent((body['fields'] ?? {}) as Body, world) }),
    back: 'nothing of it is stored',
    share: 0.1,
  },
  tryDraft: {
    hints: (world) => ({
      assistant_id: idOf(world.owner.things.assistant),
      ...draftHints(world),
    }),
    repair: (body) => ({ ...body, messages: [{ role: 'user', content: 'Hello' }] }),
    back: 'nothing of it is stored',
    share: 0.1,
  },
  estimateReplay: {
    params: param('id', 'assistant'),
    hints: draftHints,
    back: 'an estimate is kept nowhere; test/server/replays.test.ts',
    share: 0.1,
  },
  runReplay: {
    params: param('id', 'assistant'),
    hints: draftHints,
    back: 'a replay is what an assistant says: test/server/replays.test.ts',
    share: 0.1,
  },
  createAssistantTest: {
    params: param('id', 'assistant'),
    repair: coherentTest,
    back: data,
    presented: withoutGaps,
    share: 0.3,
  },
  updateAssistantTest: {
    params: ({ owner: { things } }) => ({
      id: String(things.assistant),
      test_id: String(things['assistant test']),
    }),
    repair: coherentTest,
    back: data,
    presented: withoutGaps,
    share: 0.5,
  },
  runAssistantTests: {
    params: param('id', 'assistant'),
    hints: ({ owner, shared }) => ({
      'test_ids.*': idOf(owner.things['assistant test']),
      llm_model_id: idOf(...shared.models),
    }),
    back: 'a run is what an assistant says: test/server/assistant-tests.test.ts',
    share: 0.1,
  },
  updateEmbedding: {
    params: param('id', 'assistant'),
    back: ({ params, get }) => json(get(`/api/user/assistant/${params['id']}/embedding`)),
    presented: {
      allowed_origins: (sent) => [...new Set((sent as string[]).map((url) => new URL(url).origin))],
    },
  },
  publishAnswerPack: {
    params: param('id', 'assistant'),
    hints: ({ owner }) => ({ 'passage_ids.*': idOf(owner.things.passage) }),
    back: 'a signed file is what it makes: test/server/answer-packs.test.ts',
  },
  checkSite: {
    params: param('id', 'assistant'),
    // Something that answers.
    hints: ({ formUrl = 'http://127.0.0.1:9' }) => ({ url: fc.constant(formUrl) }),
    back: 'it stores nothing: test/server/site-checks.test.ts',
  },
  enableWebhook: { hints: ownAssistant, back: webhookOf('webhook_url') },
  enableWebhookOf: { params: param('id', 'assistant'), back: webhookOf('webhook_url') },
  disableWebhook: { hints: ownAssistant, back: webhookOf('webhook_url') },
  enableInboundWebhook: { hints: ownAssistant, back: webhookOf('inbound_webhook_url') },
  disableInboundWebhook: { hints: ownAssistant, back: webhookOf('inbound_webhook_url') },
  enableConversationEndedWebhook: {
    hints: ownAssistant,
    back: webhookOf('conversation_ended_webhook_url'),
  },
  enableConversationEndedWebhookOf: {
    params: param('id', 'assistant'),
    back: webhookOf('conversation_ended_webhook_url'),
  },
  disableConversationEndedWebhook: {
    hints: ownAssistant,
    back: webhookOf('conversation_ended_webhook_url'),
  },

  sendTestWebhook: {
    hints: ownAssistant,
    repair: (body) => ({ ...body, url: body['url'] ?? 'https://example.com/hook' }),
    back: data,
    share: 0.2,
  },
  replayFailedWebhooks: {
    hints: ownAssistant,
    // What the account has that failed.
    repair: (body, { owner }) => ({
      ...body,
      ...('event' in body && { event: 'post_call' }),
      ...('url' in body && { url: hookOf(owner.userId) }),
    }),
    back: 'what is sent again is told by its id: test/server/webhook-endpoints.test.ts',
  },
  enableWebhookEndpoint: {
    hints: ({ owner }) => ({
      url: fc.constant(hookOf(owner.userId)),
    }),
    back: data,
  },

  replyToConversation: {
    params: param('uuid', 'conversation'),
    hints: ({ owner }) => ({ 'attachment_ids.*': idOf(owner.things.attachment) }),
    // A file goes with one message only.
    repair: (body, world) => ({ ...body, attachment_ids: [world.newAttachment()] }),
    back: async (written) => {
      const reply = data(written)
      const { messages } = await json(
        written.get(`/api/user/conversations/${written.params['uuid']}`),
      )
      const stored = (messages as Body[]).find(({ id }) => id === reply['id'])
      const [original] = (stored?.['translations'] ?? []) as Body[]
      return {
        ...reply,
        attachment_ids: (reply['attachments'] as Body[]).map(({ id }) => id),
        original: original?.['content'],
      }
    },
    share: 0.5,
  },
  createNote: { params: param('uuid', 'conversation'), back: data, share: 0.5 },
  updateNote: {
    params: ({ owner: { things } }) => ({
      uuid: String(things.conversation),
      id: String(things.note),
    }),
    back: data,
    share: 0.5,
  },
  saveDraft: {
    params: ({ owner: { things } }) => ({ uuid: String(things.conversation), kind: 'reply' }),
    // Blank text forgets the draft.
    back: ({ sent, reply }) => (reply['data'] === null ? sent : (reply['data'] as Body)),
    share: 0.5,
  },
  setAssistantPicture: {
    params: param('id', 'assistant'),
    file: CLEAN_JPEG,
    back: A_PICTURE,
  },
  uploadAttachment: {
    params: param('uuid', 'conversation'),
    back: 'a file comes in another kind of body: test/server/attachments.test.ts',
  },
  deliverEmail: {
    back: 'a file comes in another kind of body: test/server/email-receiving.test.ts',
  },
  createCampaign: campaignWriter(),
  updateCampaign: { ...campaignWriter(), params: param('id', 'campaign') },
  updateCampaignStatus: {
    hints: ({ owner: { things } }) => ({
      campaign_id: idOf(things.campaign),
      action: fc.constant('start'),
      status: fc.constantFrom('start', 'stop', undefined),
    }),
    repair: ({ campaign_id }) => ({ campaign_id, action: 'start' }),
    back: 'an action is done and not kept: test/server/calls/campaigns.test.ts',
  },
  createCannedReply: { hints: () => ({ shortcut: shortcuts }), bad: badShortcut, back: data },
  updateCannedReply: {
    params: param('id', 'canned reply'),
    hints: () => ({ shortcut: shortcuts }),
    bad: badShortcut,
    back: data,
  },
  updateCorrection: { params: param('id', 'correction'), back: data },
  updateUnanswered: { params: param('id', 'question group'), back: data },
  createRule: { ...ruleWriter, back: ruleOf },
  updateRule: { ...ruleWriter, params: param('id', 'rule'), back: ruleOf },
  sortRules: {
    hints: ({ owner: { things } }) => ({ 'ids.*': idOf(things.rule) }),
    back: 'an order is not a field: test/server/rules.test.ts',
  },
  tryRule: { ...ruleWriter, back: 'nothing is written: test/server/rules.test.ts', share: 0.5 },
  setReplyTargets: {
    hints: ({ owner: { things } }) => ({ 'overrides.*.assistant_id': idOf(things.assistant) }),
    // An assistant is named once.
    repair: (body) => ({ ...body, overrides: ((body['overrides'] ?? []) as Body[]).slice(0, 1) }),
    back: data,
  },
  mergeContacts: {
    params: param('id', 'contact'),
    hints: ({ owner: { things } }) => ({ contact_id: fc.constant(things['second contact']) }),
    back: 'which details a merge leaves: test/server/contact-merges.test.ts',
    share: 0.5,
  },
  updateContact: {
    params: param('id', 'contact'),
    hints: () => ({ ...emailHints(), phone: fc.constantFrom('+49 30 901820', '+14155552671') }),
    bad: { phone: ['030 901820', '+49 1', 'none'] },
    back: data,
    presented: {
      name: trimmed,
      email: trimmed,
      notes: trimmed,
      phone: (sent) => (sent === null ? null : `+${String(sent).replace(/\D/g, '')}`),
    },
    share: 0.5,
  },
  allowAddress: {
    as: 'owner at the desk',
    hints: () => ({
      address: fc.constantFrom('127.0.0.1:5678', '[::1]:80', 'nas.local:8080'),
      user_id: fc.constant(1),
    }),
    bad: { address: ['127.0.0.1', 'x:0', '169.254.169.254:80', '8.8.8.8:80'] },
    back: ({ reply, sent }) => ({
      address: (reply['allowed'] as { address: string }[]).find(
        ({ address }) => address === sent['address'],
      )?.address,
      user_id: sent['user_id'],
    }),
  },
  blockAddress: {
    as: 'owner at the desk',
    hints: () => ({ address: fc.constantFrom('203.0.113.7', '198.51.100.1', '2001:db8::/64') }),
    bad: { address: ['127.0.0.1', '203.0.113.0/24', 'example.com', '::1'] },
    back: ({ reply, sent }) => ({
      address: (reply['blocked'] as { address: string }[])
        .map(({ address }) => address.replace('2001:db8:0:0::', '2001:db8::'))
        .find((address) => address === sent['address']),
    }),
  },
  createModelProvider: { hints: modelProviderHints, repair: newName, back: providerBack },
  updateModelProvider: {
    params: ({ shared }) => ({ id: String(shared.modelProvider) }),
    hints: modelProviderHints,
    repair: newNameIfSent,
    back: providerBack,
  },
  testModelProvider: {
    hints: ({ shared }) => ({ ...modelProviderHints(), id: idOf(shared.modelProvider) }),
    back: 'nothing of it is stored',
    share: 0.2,
  },
  createSpeechService: { hints: speechHints, repair: newName, back: speechBack },
  updateSpeechService: {
    params: param('id', 'speech provider'),
    hints: speechHints,
    repair: newNameIfSent,
    back: speechBack,
  },
  testSpeechService: {
    hints: (world) => ({
      ...speechHints(world),
      id: idOf(world.owner.things['speech provider']!),
      language_id: idOf(...world.shared.languages.slice(0, 3)),
    }),
    back: 'nothing of it is stored',
    share: 0.2,
  },
  updateBackupSettings: {
    as: 'owner at the desk',
    back: ({ reply }) => ({ every_hours: reply['every_hours'], keep: reply['keep'] }),
  },
  createExport: { as: 'owner at the desk', back: 'it gives an address and stores nothing' },
  createRestore: { as: 'owner at the desk', back: 'it gives an address and stores nothing' },
  restoreBackup: {
    as: 'owner at the desk',
    params: () => ({ id: 'parley-20260101T000000Z' }),
    back: 'it takes the place of everything',
  },
  applyRestore: {
    as: 'owner at the desk',
    params: () => ({ id: 'unknown' }),
    back: 'it takes the place of everything',
  },
  setBudgets: {
    back: ({ reply }) => ({ per_month: (data({ reply } as Written)['account'] as Body)['limit'] }),
    hints: () => ({ per_month: fc.option(DOLLARS) }),
    bad: { per_month: [-1, ...INEXACT] },
  },
  createFolder: { repair: newName, back: data },
  updateFolder: { params: param('id', 'folder'), repair: newNameIfSent, back: data },
  createAssistantLabel: { repair: newName, back: data },
  updateAssistantLabel: {
    params: param('id', 'assistant label'),
    repair: newNameIfSent,
    back: data,
  },
  createLabel: { repair: newTrimmedName, back: data },
  updateLabel: { params: param('id', 'label'), repair: newTrimmedName, back: data },
  blockSender: {
    params: param('uuid', 'conversation'),
    hints: () => ({ 'kinds.*': fc.constant('phone') }),
    back: 'nobody else could write in the conversation then: test/server/blocks.test.ts',
  },
  mergeLabel: {
    params: param('id', 'other label'),
    hints: ({ owner: { things } }) => ({ into: idOf(things.label) }),
    back: 'the label that is merged is gone then: test/server/labels.test.ts',
  },
  createInboxView: { hints: filterHints('filters'), back: data, share: 0.1 },
  updateInboxView: { params: param('id', 'inbox view'), hints: filterHints('filters'), back: data },
  sortInboxViews: {
    hints: ({ owner: { things } }) => ({ 'ids.*': idOf(things['inbox view']) }),
    // That one is the caller's own.
    repair: (body) => ({ ...body, is_shared: false }),
    back: 'an order is not a field: test/server/inbox-views.test.ts',
  },
  changeInBulk: {
    hints: (world) => ({
      ...filterHints('filter')(world),
      'value.assignee_id': idOf(world.owner.things.operator),
      'value.team_id': idOf(world.owner.things.team),
      'value.label_id': idOf(world.owner.things.label),
    }),
    // The fields depend on each other: what each action needs is in inbox-bulk.test.ts.
    repair: ({ dry_run }) => ({ action: 'read', filter: {}, ...(dry_run != null && { dry_run }) }),
    back: 'an operation is what is done to other things; inbox-bulk.test.ts reads those back',
    share: 0.3,
  },
  readNotifications: {
    back: 'what has been read is a position in a list: test/server/notifications.test.ts',
  },
  updateNotificationSettings: { back: data },
  readConversation: {
    params: param('uuid', 'conversation'),
    back: 'what has been read is a number of the inbox, capped by what there is',
  },
  turnDial: {
    params: param('uuid', 'conversation'),
    bad: { epoch: [-1, 1.5, '0'] },
    repair: (body, { db, owner }) => ({
      ...body,
      epoch: db
        .prepare('SELECT ai_epoch FROM conversations WHERE uuid = ?')
        .pluck()
        .get(owner.things.conversation),
    }),
    // The epoch of the answer is the next one where the dial was turned.
    back: (written) => ({ ...data(written), epoch: written.sent['epoch'] }),
    share: 0.5,
  },
  sendProposal: {
    params: param('uuid', 'conversation'),
    hints: () => ({ proposal_id: fc.constant(1) }),
    // A draft is sent once.
    repair: (body, world) => ({ ...body, ...newProposal(world) }),
    back: ({ sent, ...written }) => ({ ...sent, content: data({ sent, ...written })['content'] }),
  },
  regenerateProposal: {
    params: param('uuid', 'conversation'),
    repair: (body, world) => {
      newProposal(world)
      return body
    },
    back: data,
    share: 0.5,
  },
  approveToolCall: {
    params: waitingCall,
    repair(body, world) {
      beWaiting(world)
      return body
    },
    back: 'the tool no longer asks; tool-approvals.test.ts',
    share: 0.3,
  },
  declineToolCall: {
    params: waitingCall,
    repair(body, world) {
      beWaiting(world)
      return body
    },
    back: ({ reply }) => (reply['data'] as { approval: Body }).approval,
    share: 0.3,
  },
  holdAnswer: {
    params: param('uuid', 'conversation'),
    back: 'a hold is about the moment and is kept nowhere; holds.test.ts',
  },
  releaseAnswer: {
    params: param('uuid', 'conversation'),
    // An edited answer must be in progress.
    repair: () => ({}),
    back: 'an answer must be in progress; holds.test.ts',
  },
  rewriteAnswer: {
    params: param('uuid', 'conversation'),
    repair(body, world) {
      beHeld(world)
      return body
    },
    back: async ({ get, params }) => {
      const { activities } = await json(get(`/api/user/conversations/${params['uuid']}`))
      return { hint: (activities as { data: Body }[]).at(-1)!.data['content'] }
    },
    share: 0.3,
  },
  subscribeToPush: {
    as: 'owner at the desk',
    back({ world: { db }, reply }) {
      const { endpoint, language, ...keys } = db
        .prepare<[], Record<string, string>>(
          'SELECT endpoint, language, p256dh, auth FROM push_subscriptions',
        )
        .get()!
      return { endpoint, language, keys, ...((reply['data'] as Body)['subscription'] as Body) }
    },
    share: 0.3,
  },
  askWritingAid: {
    params: param('uuid', 'conversation'),
    // A text and a language are required for some of the tasks.
    repair: (body) => ({
      ...body,
      text: body['text'] ?? 'Hello',
      language: body['language'] ?? 'de',
    }),
    back: 'a proposal is kept nowhere; writing-aid.test.ts',
    share: 0.3,
  },
  translateMessage: {
    params: ({ owner: { things } }) => ({
      uuid: String(things.conversation),
      id: String(things.answer),
    }),
    back: data,
    share: 0.3,
  },
  attend: {
    hints: ({ owner }) => ({ conversation_id: idOf(owner.things.conversation) }),
    back: 'presence is about the moment and is kept nowhere',
  },
  typeInConversation: {
    params: param('uuid', 'conversation'),
    back: 'typing is about the moment and is kept nowhere',
  },
  transferCall: {
    params: param('id', 'call'),
    hints: () => ({ phone_number: fc.constantFrom('+12025550100', '+12025550101') }),
    repair(body, world) {
      beOnCall(world)
      return body
    },
    back: async ({ get, params }) => {
      const { activities } = await json(get(`/api/user/calls/${params['id']}/timeline`))
      return { phone_number: (activities as { data: Body }[]).at(-1)!.data['number'] }
    },
  },
  whisperToAssistant: {
    params: param('id', 'call'),
    repair(body, world) {
      beOnCall(world)
      return body
    },
    back: async ({ get, params }) => {
      const { activities } = await json(get(`/api/user/calls/${params['id']}/timeline`))
      return (activities as { data: Body }[]).at(-1)!.data
    },
  },
  callMcp: { back: 'its tools are tested in mcp.test.ts' },
  generateReply: {
    hints: ({ owner }) => ({
      assistant_id: idOf(owner.things.assistant, owner.things['assistant uuid']),
    }),
    bad: { assistant_id: ['x', '', 0, 1.5, '1e0'] },
    back: async ({ sent, reply, get }) => {
      const chat = await json(get(`/api/user/conversations/${reply['conversation_id']}`))
      const messages = chat['messages'] as { author: string; content: string }[]
      return {
        ...sent,
        customer_identifier: reply['customer_identifier'],
        message: messages.findLast(({ author }) => author === 'visitor')!.content,
      }
    },
    presented: { assistant_id: (sent) => sent },
    share: 0.1,
  },
  startConversation: {
    hints: ({ owner }) => ({ assistant_id: fc.constant(owner.things['assistant uuid']) }),
    back: async ({ sent, reply, get }) => ({
      ...sent,
      ...(await json(get(`/api/conversations/${reply['conversation_id']}`))),
    }),
    share: 0.5,
  },
  sendPublicMessage: {
    params: param('uuid', 'conversation'),
    back: async ({ params, get }) => {
      const chat = await json(get(`/api/conversations/${params['uuid']}`))
      const turns = chat['history'] as { role: string; content: string }[]
      return { message: turns.findLast(({ role }) => role === 'user')!.content }
    },
    share: 0.1,
  },

  sendSms: {
    hints: ({ owner }) => ({
      from: idOf(owner.things['phone number']),
      to: fc.constantFrom('+4930123456', '+49 (30) 123-456', '+14155550123'),
    }),
    back: (written) => {
      const message = data(written)
      const { force } = written.sent
      return { ...message, from: message['phone_number_id'], force }
    },
    presented: { to: (sent) => `+${String(sent).replace(/\D/g, '')}` },
    share: 0.5,
  },
  createMessengerSender: {
    ...senderWriter(),
    // Two senders with one number are refused.
    repair: ({ phone_number: _, ...body }, { db }) => {
      db.prepare('UPDATE messenger_senders SET deleted_at = 1 WHERE phone_number_id > 0').run()
      return (body['phone_number_id'] ?? null) === null
        ? { ...body, phone_number: `+1415${2_000_000 + (count += 1)}` }
        : body
    },
  },
  updateMessengerSender: {
    ...senderWriter(),
    params: param('id', 'messenger sender'),
    repair: ({ phone_number: _, ...body }) => body,
  },
  createMessengerBot: {
    hints: (world) => ({
      ...botHints(world, BOT_IDS + 100_000 + (count += 1)),
      assistant_id: idOf(world.owner.things.assistant),
    }),
    bad: { token: BAD_TOKENS },
    back: 'the token is never shown: test/server/messenger-bots.test.ts',
    share: 0.1,
  },
  reconnectMessengerBot: {
    params: param('id', 'messenger bot'),
    hints: (world) => botHints(world, BOT_IDS + world.owner.userId),
    bad: { token: BAD_TOKENS },
    back: 'the token is never shown: test/server/messenger-bots.test.ts',
    share: 0.1,
  },
  testMessengerBot: {
    hints: (world) => botHints(world, BOT_IDS),
    bad: { token: BAD_TOKENS },
    back: 'nothing of it is stored',
    share: 0.1,
  },
  createMessengerCloudNumber: {
    hints: (world) => ({
      ...cloudHints(world, CLOUD_IDS + 1_000_000 + (count += 1)),
      assistant_id: idOf(world.owner.things.assistant),
    }),
    bad: { ...BAD_CLOUD, app_secret: ['', 'short'] },
    back: 'the secrets are never shown: test/server/messenger-cloud.test.ts',
    share: 0.1,
  },
  reconnectMessengerCloudNumber: {
    params: param('id', 'messenger cloud number'),
    hints: (world) => cloudHints(world, CLOUD_IDS),
    // The stored token is only sent to the address that it was entered for.
    repair: (body) => ({ ...body, token: body['token'] ?? 'EAAG.another_token' }),
    bad: { token: BAD_CLOUD.token, app_secret: ['', 'short'] },
    back: 'the secrets are never shown: test/server/messenger-cloud.test.ts',
    share: 0.1,
  },
  testMessengerCloudNumber: {
    hints: (world) => cloudHints(world, CLOUD_IDS),
    bad: BAD_CLOUD,
    back: 'nothing of it is stored',
    share: 0.1,
  },
  createMessengerFormNumber: {
    hints: ({ owner: { things } }) => ({
      phone_number: fc.constant(`+1415${6_000_000 + (count += 1)}`),
      assistant_id: idOf(things.assistant),
    }),
    bad: { phone_number: BAD_NUMBERS },
    repair: withFormAccount,
    back: 'the assistant is not shown to programs: test/server/messenger-form.test.ts',
    share: 0.1,
  },
  createMessengerTemplate: {
    params: param('id', 'messenger sender'),
    hints: () => ({ name: fc.constant('greeting'), language: fc.constantFrom('en', 'pt_BR') }),
    bad: { name: ['Greeting', 'a b'], language: ['english please', '1'] },
    repair: ({ variables: _, ...body }) => ({
      ...body,
      name: `greeting_${(count += 1)}`,
      body_text: `${[...String(body['body_text'])].slice(0, 900).join('')}{{name}}`,
      variables: ['name'],
    }),
    back: data,
    share: 0.5,
  },
  sendMessengerTemplate: {
    hints: ({ owner: { things } }) => ({
      ...recipientHints,
      sender_id: idOf(things['messenger sender']),
      template_id: idOf(things['messenger template']),
    }),
    repair: ({ variables: _, ...body }) => body,
    back: 'what was sent is in the conversation: test/server/messenger-send.test.ts',
    share: 0.3,
  },
  sendMessengerText: {
    hints: ({ owner: { things } }) => ({
      ...recipientHints,
      sender_id: idOf(things['messenger sender']),
      recipient_phone: fc.constant('+14155550123'),
    }),
    repair: withOpenWindow,
    back: 'what was sent is in the conversation: test/server/messenger-send.test.ts',
    share: 0.3,
  },
  simulateMessenger: {
    hints: ({ owner: { things } }) => ({
      sender_id: idOf(things['messenger sender']),
      from: fc.constantFrom('+14155550123', '+1 (415) 555-0124'),
    }),
    bad: { from: BAD_NUMBERS },
    repair: ({ message_sid: _, ...body }) => ({ ...body, message_sid: `sid ${(count += 1)}` }),
    back: 'what was received is in the conversation: test/server/messenger.test.ts',
    share: 0.3,
  },
  createLead: {
    hints: ({ owner: { things } }) => ({
      campaign_id: idOf(things.campaign),
      phone_number: fc.constantFrom('+4930123456', '+1 (415) 555-2671'),
      variables: leadVariables,
    }),
    repair: ({ variable: _, allow_duplicate: __, secondary_contacts: ___, ...body }) => ({
      ...body,
      allow_dupplicate: true,
      secondary_contacts: [{ phone_number: '+4930654321', variables: { a: 'ü' } }],
    }),
    bad: { phone_number: BAD_NUMBERS },
    back: (written) => ({ ...data(written), allow_dupplicate: true }),
    presented: { phone_number: e164 },
    share: 0.5,
  },
  importLeads: {
    hints: ({ owner: { things } }) => ({
      campaign_id: idOf(things.campaign),
      country_code: fc.constantFrom('DE', 'us'),
      progress_id: fc.uuid(),
    }),
    repair: ({ file: _, ...body }) => body,
    needsFile: true,
    bad: { country_code: ['', 'DEU', 'XX'] },
    back: 'a file comes in another kind of body: test/server/lead-import.test.ts',
  },
  updateLead: {
    params: param('id', 'lead'),
    hints: ({ owner: { things } }) => ({
      campaign_id: idOf(things.campaign),
      phone_number: fc.constantFrom('+4930123457', '+1 (415) 555-2672'),
      variables: leadVariables,
      status: fc.constantFrom('created', 'completed', 'reached-max-retries'),
    }),
    bad: { phone_number: BAD_NUMBERS },
    // Merged into what earlier cases have left.
    back: (written) => ({ ...data(written), variables: sentVariables(written) }),
    presented: { phone_number: e164 },
    share: 0.5,
  },
  addToDoNotCall: {
    hints: () => ({ phone_number: fc.constant('+4930000000') }),
    // A number that is listed already keeps its reason.
    repair: (body) => ({ ...body, phone_number: `+4930${2_000_000 + (count += 1)}` }),
    bad: { phone_number: BAD_NUMBERS },
    back: data,
    share: 0.5,
  },
  makeCall: {
    hints: callHints,
    back: callBack,
    presented: { assistant_id: Number },
    share: 0.2,
  },
  setTelephone: {
    // Without a provider it cannot be on.
    repair: () => ({ is_on: false }),
    back: ({ get }) => json(get('/api/user/telephone')),
    share: 0.1,
  },
  simulateCall: {
    hints: callHints,
    repair: withoutNumbers,
    back: callBack,
    share: 0.2,
  },
  importCalls: {
    hints: (world) => ({
      ...callHints(world),
      ...Object.fromEntries(['created_at', 'updated_at'].map((name) => [name, moments])),
      duration: fc.constantFrom(0, 17, 1_000_000),
      assistant_phone_number: fc.constant('+14155550123'),
      client_phone_number: fc.constantFrom('+4930123456', 'withheld'),
      ...Object.fromEntries(OBJECT_CELLS.map((name) => [name, objects])),
      carrier_cost: DOLLARS,
      total_cost: DOLLARS,
    }),
    bad: {
      created_at: MOMENTS,
      updated_at: MOMENTS,
      duration: [-1, 1.5, '1e3', '', 1_000_001],
      total_cost: [-0.01, 'free'],
      ...Object.fromEntries(
        OBJECT_CELLS.map((name) => [name, ['x', '[1]', '{"a":1', ...DEEP_CELLS]]),
      ),
    },
    repair: ({ calls }) => ({ calls: (calls as Body[]).map(withoutNumbers) }),
    back: importedCalls,
    share: 0.3,
  },

  setSmsProvider: {
    hints: providerHints,
    bad: { account: BAD_ACCOUNTS },
    // One that is kept is for the same address only.
    repair: (body) => ({ ...body, token: body['token'] ?? 'a token' }),
    // The token is never shown again.
    back: ({ sent, reply }) => ({ ...reply, token: sent['token'] }),
    share: 0.5,
  },
  testSmsProvider: {
    hints: providerHints,
    bad: { account: BAD_ACCOUNTS },
    repair: (body) => ({ ...body, token: body['token'] ?? 'a token' }),
    back: 'nothing of it is stored',
    share: 0.3,
  },
  setEmailSender: {
    hints: senderHints,
    bad: { host: BAD_HOSTS },
    // One that is kept is for the same server only.
    repair: (body) => ({ ...body, password: body['password'] ?? 'a password' }),
    // The password is never shown again.
    back: ({ sent, reply }) => ({ ...reply, password: sent['password'] }),
    share: 0.5,
  },
  testEmailSender: {
    hints: senderHints,
    bad: { host: BAD_HOSTS },
    repair: (body) => ({ ...body, password: body['password'] ?? 'a password' }),
    back: 'nothing of it is stored',
    share: 0.1,
  },
  setEmailMailbox: {
    hints: mailboxHints,
    bad: { host: BAD_HOSTS },
    // One that is kept is for the same server only.
    repair: (body) => ({ ...body, password: body['password'] ?? 'a password' }),
    // The password is never shown again.
    back: ({ sent, reply }) => ({ ...reply, password: sent['password'] }),
    share: 0.5,
  },
  testEmailMailbox: {
    hints: mailboxHints,
    bad: { host: BAD_HOSTS },
    repair: (body) => ({ ...body, password: body['password'] ?? 'a password' }),
    back: 'nothing of it is stored',
    share: 0.1,
  },
  setEmailFollowUp: {
    params: param('id', 'assistant'),
    back: async ({ params, get }) => {
      const { data } = await json(get('/api/user/email-follow-ups'))
      return (data as Body[]).find((row) => String(row['assistant_id']) === params['id'])!
    },
    presented: { is_on: Boolean },
  },
  setEmailTexts: {
    params: () => ({ language: 'de' }),
    hints: () => EMAIL_SENTENCES,
    back: (written) => written.reply['own'] as Body,
    share: 0.3,
  },
  previewEmail: {
    params: () => ({ language: 'de' }),
    hints: (world) => ({
      ...EMAIL_SENTENCES,
      assistant_id: fc.constant(Number(world.owner.things.assistant)),
    }),
    back: 'nothing of it is stored',
    share: 0.2,
  },
  sendTestEmail: {
    params: () => ({ language: 'de' }),
    hints: (world) => ({
      ...EMAIL_SENTENCES,
      assistant_id: fc.constant(Number(world.owner.things.assistant)),
    }),
    back: 'nothing of it is stored',
    share: 0.1,
  },
  setOperatorEmails: {
    as: 'owner at the desk',
    back: async ({ world, sent, get }) => ({
      ...(await json(get('/api/user/operator-emails'))),
      language:
        world.db
          .prepare('SELECT language FROM operator_email_settings ORDER BY operator_id DESC LIMIT 1')
          .pluck()
          .get() ?? sent['language'],
    }),
  },
  setEmailReception: {
    hints: (world) => ({
      assistant_id: fc.constantFrom(Number(world.owner.things.assistant)),
      'listed.*': fc.constantFrom('ann@example.com', 'example.org'),
    }),
    bad: { 'listed.*': ['nobody', '@', 'a b@example.com', 'example.com\n'] },
    back: ({ get }) => json(get('/api/user/email-reception')),
    presented: { listed: (sent) => sent && [...new Set(sent as string[])] },
  },
  updateSmsPolicy: {
    hints: () => ({ 'countries.*': fc.constantFrom('DE', 'US', 'JM') }),
    bad: { 'countries.*': ['de', 'XX', 'DEU', ''] },
    back: ({ get }) => json(get('/api/user/sms-policy')),
    presented: { countries: (sent) => sent && [...new Set(sent as string[])] },
  },

  createPhoneNumber: {
    hints: (world) => ({ ...phoneHints(world), account_id: fc.constant(1) }),
    bad: { subscription_expires_at: MOMENTS },
    repair: phoneNumber,
    back: (written) => ({ ...data(written), account_id: written.sent['account_id'] }),
    presented: presentedPhone,
  },
  createSipTrunk: {
    hints: trunkHints,
    bad: BAD_TRUNKS,
    repair: (body) => ({ ...trunkNumber(body), sip_username: `user-${(count += 1)}` }),
    back: (written) => trunkBack(written, data(written)),
    presented: presentedTrunk,
    share: 0.5,
  },
  updateSipTrunk: {
    params: param('id', 'sip trunk'),
    hints: trunkHints,
    bad: BAD_TRUNKS,
    // The kind stays: it is an extension.
    repair: (body) => trunkNumber({ ...body, sip_trunk_type: 'extension' }),
    back: (written) => trunkBack(written, data(written)),
    presented: presentedTrunk,
    share: 0.5,
  },
  purchasePhoneNumber: {
    hints: () => ({ phone_number: fc.constant('') }),
    bad: { phone_number: BAD_NUMBERS },
    // Each number is sold once.
    repair: (body) => ({
      ...body,
      phone_number: `+6125550${String((count += 1)).padStart(4, '0')}`,
    }),
    back: data,
    share: 0.2,
  },
  updatePhoneNumber: {
    params: param('id', 'phone number'),
    hints: phoneHints,
    bad: { subscription_expires_at: MOMENTS },
    repair: phoneNumber,
    back: data,
    presented: presentedPhone,
  },

  topUpBalance: {
    // The account of the caller.
    hints: () => ({ amount: DOLLARS, user_id: fc.constant(1) }),
    bad: { amount: [0, ...INEXACT] },
    back: (written) => ({ ...data(written), user_id: 1 }),
  },
  updatePrice: {
    params: () => ({ country: 'de' }),
    hints: () => priceHints,
    bad: { sms_price: INEXACT, call_price: INEXACT, messenger_price: INEXACT },
    back: data,
  },
  importPrices: {
    hints: () => ({
      ...priceHints,
      rows: fc.uniqueArray(
        fc.record({ country: fc.constantFrom('DE', 'fr', 'Us'), sms_price: DOLLARS }),
        { minLength: 1, selector: ({ country }) => country.toLowerCase() },
      ),
    }),
    bad: { sms_price: INEXACT, call_price: INEXACT, messenger_price: INEXACT },
    back: async ({ sent, get }) => {
      const answer = await get('/api/user/prices')
      const prices = JSON.parse(answer.text) as Body[]
      const of = (country: string) => prices.find((price) => price['country'] === country)
      const rows = (sent['rows'] as { country: string }[]).map(({ country }) => ({
        ...of(country.toUpperCase()),
        country,
      }))
      return { rows }
    },
    share: 0.3,
  },

  createKnowledgeBase: { back: data },
  updateKnowledgeBase: { params: param('id', 'knowledge base'), back: data },
  createDocument: {
    params: param('id', 'knowledge base'),
    hints: () => ({ type: fc.constant('website') }),
    // A file comes in another kind of body.
    repair: ({ file: _, links, crawl, ...body }) => ({
      ...body,
      type: 'website',
      url: body['url'] ?? 'https://example.com/help',
      // A crawl has one address, and says itself how many pages are read.
      ...(crawl ? { crawl, relative_links_limit: null } : { links }),
    }),
    presented: {
      links: (sent) => [...new Set((sent as { link: string }[]).map(({ link }) => link))],
    },
    back: data,
    share: 0.3,
  },
  updateDocument: {
    params: (world) => ({
      id: String(world.owner.things['knowledge base']),
      document_id: String(world.owner.things.document),
    }),
    back: data,
  },
  updateCrawl: {
    params: (world) => ({
      id: String(world.owner.things['knowledge base']),
      document_id: String(world.owner.things.document),
    }),
    back: (written) => data(written)['crawl'] as Body,
  },
  searchKnowledgeBase: {
    params: param('id', 'knowledge base'),
    hints: () => ({ language: fc.constantFrom('en', 'de', 'ja') }),
    back: 'nothing of it is stored',
    share: 0.3,
  },

  createKnowledgeEntry: {
    hints: ({ owner: { things } }) => ({
      knowledgebase_id: idOf(things['knowledge base']),
      conversation_id: fc.constantFrom(String(things.conversation), null),
    }),
    // Without a conversation, there is no message in it.
    repair: (body) => (body['conversation_id'] ? body : { ...body, message_seq: null }),
    presented: { knowledgebase_id: Number },
    back: data,
  },
  updateKnowledgeEntry: {
    params: param('id', 'knowledge entry'),
    hints: ({ owner: { things } }) => ({ knowledgebase_id: idOf(things['knowledge base']) }),
    presented: { knowledgebase_id: Number },
    back: data,
  },

  createMcpServer: { hints: mcpHints, back: mcpServerBack },
  updateMcpServer: {
    params: param('id', 'mcp server'),
    hints: mcpHints,
    back: mcpServerBack,
  },
  startMcpSignIn: {
    params: param('id', 'mcp server'),
    as: 'owner at the desk',
    // A server that asks for a sign-in is needed, and a browser to finish it.
    back: 'it stores a client once a server is reached: test/server/long/mcp-sign-ins.test.ts',
  },
  createTool: { hints: () => toolHints, back: data, bad: badHeaders },
  updateTool: {
    params: param('id', 'tool'),
    hints: () => toolHints,
    back: data,
    bad: badHeaders,
  },

  testTool: {
    hints: () => ({
      'tool.headers.*.name': toolHints['headers.*.name']!,
      'tool.timeout': fc.constant(1),
    }),
    // Nobody is there: no service of others is called from a test.
    repair: (body) => ({
      ...body,
      tool: { ...(body['tool'] as Body), endpoint: 'https://tool.invalid/' },
    }),
    back: 'nothing of it is stored',
    share: 0.2,
  },

  openVisitorConversation: {
    as: 'visitor',
    back: async ({ world, sent, reply }) => {
      const row = world.db
        .prepare('SELECT client_id, variables FROM conversations WHERE uuid = ?')
        .get(String(reply['id'])) as { client_id: string; variables: string }
      return { client_id: row.client_id, variables: sent['variables'] && JSON.parse(row.variables) }
    },
    share: 0.5,
  },
  openVisitorSession: {
    hints: ({ owner }) => ({ assistant_id: fc.constant(owner.things['assistant uuid']) }),
    // Only a website can sign one: test/server/visitor-identity.test.ts.
    repair: ({ identity: _, ...body }) => body,
    back: ({ world, sent, reply }) => ({
      assistant_id: sent['assistant_id'],
      ...(world.db
        .prepare('SELECT page_url, page_title, language, timezone FROM visitors WHERE uuid = ?')
        .get(String(reply['visitor_id'])) as Body),
    }),
    // Without its fragment: test/server/contacts.test.ts.
    presented: {
      page_url: (sent) =>
        sent === null ? null : Object.assign(new URL(String(sent)), { hash: '' }).href,
    },
  },
  sendVisitorMessage: {
    as: 'visitor',
    params: ({ visitor }) => ({ uuid: visitor.conversationId }),
    hints: ({ owner }) => ({ 'attachment_ids.*': idOf(owner.things['visitor attachment']) }),
    // A file goes with one message only.
    repair: (body, world) => ({ ...body, attachment_ids: [world.newVisitorAttachment()] }),
    back: (written) => ({
      ...data(written),
      attachment_ids: (data(written)['attachments'] as Body[]).map(({ id }) => id),
    }),
    share: 0.1,
  },
  setVisitorVariables: {
    as: 'visitor',
    params: ({ visitor }) => ({ uuid: visitor.conversationId }),
    back: ({ world, sent, params }) => {
      const json = world.db
        .prepare<[string], string>('SELECT variables FROM conversations WHERE uuid = ?')
        .pluck()
        .get(params['uuid']!)!
      const names = Object.keys(sent['variables'] as Body)
      const kept = Object.entries(JSON.parse(json) as Body)
      return { variables: Object.fromEntries(kept.filter(([name]) => names.includes(name))) }
    },
    share: 0.3,
  },
  uploadVisitorFile: {
    as: 'visitor',
    params: ({ visitor }) => ({ uuid: visitor.conversationId }),
    back: 'a file comes in another kind of body: test/server/visitor-files.test.ts',
  },
  identifyVisitor: {
    as: 'visitor',
    // Only a website can sign one.
    bad: { identity: ['', 'a.b', 'a.b.c', 'ä.ö.ü'] },
    back: 'an identity is made with a secret: test/server/visitor-identity.test.ts',
  },
  readAsVisitor: {
    as: 'visitor',
    params: ({ visitor }) => ({ uuid: visitor.conversationId }),
    back: 'how far a visitor has read is capped by what there is: test/server/thread.test.ts',
  },
  visitPage: {
    as: 'visitor',
    back: 'an address is kept without its fragment: test/server/contacts.test.ts',
  },
  typeAsVisitor: {
    as: 'visitor',
    params: ({ visitor }) => ({ uuid: visitor.conversationId }),
    back: 'typing is about the moment and is kept nowhere',
  },
  rateConversation: {
    as: 'visitor',
    params: ({ visitor }) => ({ uuid: visitor.conversationId }),
    back: data,
  },
  dismissOnboarding: {
    back: async ({ get }) => {
      const { onboarding } = await json(get('/api/user/home'))
      return onboarding as Body
    },
  },
  createSignInLink: { back: 'it asks for a secret and keeps nothing of it' },
  previewSignIn: { back: 'it asks for a secret and keeps nothing of it' },
  openSession: { back: 'it asks for a secret and keeps nothing of it' },
  openChatLink: { back: 'it asks for a secret and keeps nothing of it' },
}
