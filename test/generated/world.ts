import { randomBytes, randomUUID } from 'node:crypto'
import { createAssistant } from '#contracts/assistants.ts'
import { listLanguages, listModels, listVoices } from '#contracts/lookups.ts'
import { startConversation } from '#contracts/public-chat.ts'
import type { Outside } from '../../server/context.ts'
import type { Db } from '../../server/db/open.ts'
import { topUp } from '../../server/features/billing/money/ledger.ts'
import type { Uploader } from '../../server/features/conversations/attachments/queries.ts'
import { anotherAccount } from '../support/accounts.ts'
import { signedIn } from '../support/operators.ts'
import { fetchAs, KEY, type TestServer } from '../support/server.ts'
import {
  asVisitor,
  createVisitor,
  inConversation,
  openSession,
  type TestVisitor,
  type VisitorSession,
} from '../support/visitor.ts'
import { createWire, type Wire } from './wire.ts'

/** Kinds of things that ids refer to, except reference data and ids chosen by callers. */
export const KINDS = [
  'assistant',
  'assistant uuid',
  'second assistant',
  'voice',
  'knowledge base',
  'document',
  'knowledge entry',
  'passage',
  'tool',
  'phone number',
  'sip trunk',
  'api key',
  'operator',
  'role',
  'second role',
  'team',
  'session',
  'conversation',
  'call',
  'spoken answer',
  'campaign',
  'lead',
  'listed number',
  'sms',
  'messenger sender',
  'messenger bot',
  'messenger cloud number',
  'messenger template',
  'email',
  'received email',
  'visitor conversation',
  'delivery',
  'note',
  'answer',
  'attachment',
  'visitor attachment',
  'canned reply',
  'correction',
  'asked call',
  'question group',
  'rule',
  'contact',
  'second contact',
  'contact merge',
  'label',
  'other label',
  'deleted label',
  'block',
  'lifted block',
  'folder',
  'assistant label',
  'inbox view',
  'bulk operation',
  'notice',
  'notification',
  'assistant test',
  'test run',
  'replay',
  'mcp server',
  'mcp tool',
  'speech provider',
  'synthesizer',
  'multimodal model',
  'transcriber',
] as const
export type Kind = (typeof KINDS)[number]

export type Things = Readonly<Record<Kind, number | string>>

/** Two accounts on one server, each with one thing of every kind. */
export interface World {
  readonly server: TestServer
  readonly db: Db
  readonly wire: Wire
  /** A bot API that knows every bot; undefined where none was started. */
  readonly botUrl?: string | undefined
  /** Address of the cloud API, if it runs. */
  readonly cloudUrl?: string | undefined
  /** Address of a provider of text messages, if it runs. */
  readonly formUrl?: string | undefined
  readonly owner: { readonly userId: number; readonly things: Things }
  readonly other: {
    readonly userId: number
    readonly things: Things
    /** Plain HTTP as the other account. */
    readonly fetch: TestServer['fetch']
  }
  /** Nonexistent ids of the same length. */
  readonly missing: Things
  readonly shared: SharedIds
  /** A visitor of the starter assistant. */
  readonly visitor: TestVisitor
  /** Headers of the owner's browser, signed in with a link from the machine itself. */
  readonly desk: Readonly<Record<string, string>>
  /** Uploads another file for the owner's conversation. */
  readonly newAttachment: () => number
  /** Uploads another file of the visitor for their conversation. */
  readonly newVisitorAttachment: () => number
}

export interface SharedIds {
  readonly languages: readonly number[]
  readonly models: readonly number[]
  readonly multimodalModels: readonly number[]
  readonly voices: Readonly<Record<'pipeline' | 'multimodal' | 'dualplex', readonly number[]>>
  readonly synthesizers: readonly number[]
  readonly transcribers: readonly number[]
  readonly modelProvider: number
}

/** An outside world without any responses, so that nothing written sends a message anywhere. */
export const ALONE: Partial<Outside> = {
  lookup: async () => [],
}

/** Ids of bots at their service: this and the account's id. */
export const BOT_IDS = 700_000_000

/** The same for numbers of the cloud API. */
export const CLOUD_IDS = 800_000_000

/** Ids start here, so that all of them, including nonexistent ones, have the same number of digits. */
const FIRST_ID = 5000
const NO_ID = 9876

/** The things created on a server; together with a copy of its database they make another world. */
export interface Furniture {
  readonly mine: Things
  readonly theirs: Things
  readonly other: { readonly id: number; readonly token: string }
  readonly visitor: { readonly session: VisitorSession; readonly conversationId: string }
  readonly shared: SharedIds
  readonly cookie: string
}

/** Furnishes a server. */
export async function createWorld(server: TestServer): Promise<World> {
  return worldOf(server, await furnishServer(server))
}

/** Creates two accounts with everything on a server. */
export async function furnishServer(server: TestServer): Promise<Furniture> {
  const { db } = server.context
  for (const table of ownTables(db)) startIdsAt(db, table, FIRST_ID)
  const shared = await sharedIds(server)
  const { id, token, call } = await anotherAccount(server)
  const session = await openSession(server)
  const visitor = await inConversation(server, session)
  const { cookie } = await signedIn(server, (await server.server.createSignInLink()).url)
  const mine = await furnish(server, 1, shared, visitor)
  // A gap, so that no id of one account is also one of the other, for any kind.
  for (const table of ownTables(db)) startIdsAt(db, table, FIRST_ID + 500)
  const theirs = await furnish({ ...server, call }, id, shared)
  const { conversationId } = visitor
  return {
    mine,
    theirs,
    other: { id, token },
    visitor: { session, conversationId },
    shared,
    cookie,
  }
}

/** The session's cookie under its name for this server's port. */
function cookieFor(url: string, cookie: string): string {
  return cookie.replace(/_\d+=/, `_${new URL(url).port}=`)
}

/** A server with this furniture. */
export function worldOf(
  server: TestServer,
  furniture: Furniture,
  services: Pick<World, 'botUrl' | 'cloudUrl' | 'formUrl'> = {},
): World {
  const { mine, theirs, other, visitor, shared, cookie } = furniture
  const { conversationId } = visitor
  return {
    server,
    db: server.context.db,
    ...services,
    wire: createWire(server.url, { authorization: `Bearer ${KEY}` }),
    owner: { userId: 1, things: mine },
    other: { userId: other.id, things: theirs, fetch: fetchAs(server, other.token) },
    missing: missingThings(mine),
    shared,
    visitor: asVisitor(server, visitor.session, conversationId),
    desk: { cookie: cookieFor(server.url, cookie), origin: server.url },
    newAttachment: () => addAttachment(server, String(mine.conversation), 'desk'),
    newVisitorAttachment: () => addAttachment(server, conversationId, 'visitor'),
  }
}

/** A file waiting for its uploader's message; its content does not matter here. */
function addAttachment(
  { context: { db, now } }: TestServer,
  conversation: string,
  by: Uploader,
): number {
  const row = db
    .prepare<[string], { conversation_id: number; operator_id: number }>(`
      SELECT conversations.id AS conversation_id, min(operators.id) AS operator_id
      FROM conversations JOIN operators USING (user_id) WHERE conversations.uuid = ?
    `)
    .get(conversation)!
  return insert(db, 'attachments', {
    ...row,
    ...(by === 'visitor' && { operator_id: null }),
    key: randomBytes(32).toString('base64url'),
    name: 'hello.txt',
    media_type: 'text/plain',
    size: 1,
    created_at: now().getTime(),
  })
}

function missingThings(like: Things): Things {
  const entries = Object.entries(like).map(([kind, id]) => [
    kind,
    typeof id === 'string' ? randomUUID() : NO_ID,
  ])
  return Object.fromEntries(entries) as Things
}

/** Tables whose rows belong to accounts and have automatic ids. */
function ownTables(db: Db): string[] {
  return db
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'")
    .pluck()
    .all()
    .filter((name) => !SHARED_TABLES.includes(name) && name !== 'users')
}

/** Tables that belong to nobody. */
export const SHARED_TABLES = [
  'backup_settings',
  'blocked_addresses',
  'erasures',
  'installation',
  'revocations',
  'push_keys',
  'languages',
  'synthesizer_languages',
  'transcriber_languages',
  'llm_models',
  'prices',
  'search_progress',
  'answer_steps',
  'wait_steps',
  'jobs',
  'attachment_trash',
  'network_allowed',
  'sms_provider',
  'email_sender',
  'email_reception',
  'email_mailbox',
  'received_email_keys',
  'attachments_arriving',
  'telephone_provider',
  'sms_inbound',
  'model_providers',
]

function startIdsAt(db: Db, table: string, id: number): void {
  db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(table)
  db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, id)
}

async function sharedIds({ call, context: { db } }: TestServer): Promise<SharedIds> {
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  const voices = async (mode: 'pipeline' | 'multimodal' | 'dualplex') =>
    ids(await call(listVoices, { query: { mode } }))
  const languages = ids(await call(listLanguages))
  return {
    languages,
    models: ids(await call(listModels)),
    multimodalModels: ids(await call(listModels, { query: { type: 'multimodal' } })),
    voices: {
      pipeline: await voices('pipeline'),
      multimodal: await voices('multimodal'),
      dualplex: await voices('dualplex'),
    },
    synthesizers: [1],
    transcribers: [1],
    modelProvider: insert(db, 'model_providers', {
      name: 'Example AI',
      base_url: 'https://api.example.com/v1',
      created_at: 1,
    }),
  }
}

/** The minimal body that creates an assistant. */
export const leastAssistant = ({ voices, languages, models }: SharedIds) =>
  ({
    name: 'Helper',
    voice_id: voices.pipeline[0]!,
    language_id: languages[0]!,
    type: 'outbound',
    mode: 'pipeline',
    timezone: 'UTC',
    initial_message: 'Hello!',
    system_prompt: 'You help.',
    llm_model_id: models[0]!,
  }) as const

/** A text contained in everything an account has, and in nothing else. */
export const markOf = (userId: number): string => `belongs to account ${userId}.`

/** URL of an account's webhooks. */
export const hookOf = (userId: number): string =>
  `https://example.com/${encodeURIComponent(markOf(userId))}`

/** Gives an account one thing of every kind. */
async function furnish(
  server: TestServer,
  userId: number,
  shared: SharedIds,
  known?: TestVisitor,
): Promise<Things> {
  const { call, context } = server
  const { db } = context
  const add = (table: string, row: Readonly<Record<string, unknown>>) => insert(db, table, row)
  const language_id = shared.languages[0]!
  const mark = markOf(userId)
  const { data } = await call(createAssistant, {
    body: { ...leastAssistant(shared), name: mark },
  })
  await context.write((tx) => topUp(tx, context, userId, 100_000_000_000, mark))
  db.prepare("UPDATE assistants SET status = 'active' WHERE id = ?").run(data.id)
  const uuid = db
    .prepare<[number], string>('SELECT uuid FROM assistants WHERE id = ?')
    .pluck()
    .get(data.id)!
  const { conversation_id } = await call(startConversation, { body: { assistant_id: uuid } })
  const base = add('knowledge_bases', { user_id: userId, name: mark, created_at: 1 })
  const document = add('documents', {
    knowledge_base_id: base,
    name: mark,
    type: 'website',
    url: 'https://example.com/',
    status: 'active',
    created_at: 1,
  })
  add('crawls', {
    document_id: document,
    depth: 2,
    page_limit: 10,
    schedule: 'never',
    status: 'done',
    start_url: 'https://example.com/',
  })
  const role = (name: string) =>
    add('roles', { user_id: userId, name, capabilities: '["contacts"]', created_at: 1 })
  db.prepare('UPDATE assistants SET knowledgebase_id = ? WHERE id = ?').run(base, data.id)
  add('answer_packs', {
    assistant_id: data.id,
    private_key: context.vault.seal(
      `answers:${data.id}`,
      Buffer.alloc(32, 7).toString('base64url'),
    ),
    public_key: mark,
    file: mark,
    size: 1,
    approved: '[]',
    knowledge: mark,
    made_at: 1,
    expires_at: 2,
  })
  const operator = add('operators', { user_id: userId, name: mark, created_at: 1 })
  const campaign = add('campaigns', {
    user_id: userId,
    name: mark,
    assistant_id: data.id,
    // So that restarting it is one of the possible actions.
    status: 'in-progress',
    created_at: 1,
    updated_at: 1,
  })
  const phone = `+1415555${userId}`.padEnd(12, '0')
  const number = add('phone_numbers', {
    user_id: userId,
    phone_number: phone,
    nickname: mark,
    country_code: 'US',
    type: 'normal',
    sms_capable: 1,
    created_at: 1,
  })
  const trunk = add('phone_numbers', {
    user_id: userId,
    phone_number: '100',
    nickname: mark,
    country_code: 'US',
    type: 'sip',
    is_trunk: 1,
    created_at: 1,
  })
  add('sip_trunks', {
    phone_number_id: trunk,
    kind: 'extension',
    sip_username: mark,
    sealed_password: context.vault.seal(`trunk:${trunk}`, mark),
    sip_address: 'pbx.example.com',
    sip_calling_format: '+e164',
    inbound_authorization_type: 'auth',
    inbound_trunk_id: `SANDBOX-IN-${userId}`,
    outbound_trunk_id: `SANDBOX-OUT-${userId}`,
    updated_at: 1,
  })
  const speech = add('speech_providers', {
    user_id: userId,
    name: mark,
    kind: 'openai-audio',
    base_url: 'https://api.example.com/v1',
    speech_model: 'speaker',
    transcription_model: 'listener',
    created_at: 1,
    updated_at: 1,
  })
  const mcpServer = add('mcp_servers', {
    user_id: userId,
    name: mark,
    // Nothing is called from a test: the address is not allowed.
    url: 'http://127.0.0.1:9/mcp',
    created_at: 1,
  })
  const { data: second } = await call(createAssistant, {
    body: { ...leastAssistant(shared), name: `Second, ${mark}` },
  })
  const delivery = `msg_${randomUUID()}`
  add('webhook_deliveries', {
    user_id: userId,
    message_id: delivery,
    kind: 'post_call',
    url: hookOf(userId),
    payload: '{}',
    assistant_id: data.id,
    error: mark,
    status: 'dead',
  })
  add('webhook_endpoints', {
    user_id: userId,
    url: hookOf(userId),
  })
  const visitor = known ?? (await createVisitor(server))
  const conversationRow = db
    .prepare<[string], number>('SELECT id FROM conversations WHERE uuid = ?')
    .pluck()
    .get(conversation_id)!
  const operatorRow = db
    .prepare<[number], number>('SELECT min(id) FROM operators WHERE user_id = ?')
    .pluck()
    .get(userId)!
  const folder = add('assistant_folders', {
    user_id: userId,
    name: mark,
    name_key: mark,
    created_at: 1,
  })
  const label = add('assistant_labels', {
    user_id: userId,
    name: mark,
    name_key: mark,
    created_at: 1,
  })
  const answer = db
    .prepare<[number], number>('SELECT min(id) FROM messages WHERE conversation_id = ?')
    .pluck()
    .get(conversationRow)!
  const explanation = JSON.stringify({
    ...{ model: mark, is_fallback: false, rounds: 1, tools: [], cost: 0, passages: [] },
    ...{ input_tokens: 1, output_tokens: 1, is_estimated: false },
    ...{ first_words_ms: 1, total_ms: 1, base_id: null },
  })
  add('answer_explanations', { message_id: answer, explanation })
  const addContact = (contactId: number | null = null) => {
    const uuid = randomUUID()
    const row = { uuid, user_id: userId, assistant_id: data.id, name: mark }
    const id = add('visitors', { ...row, contact_id: contactId, created_at: 1, last_seen_at: 1 })
    return { id, uuid }
  }
  const contactRow = db
    .prepare<[string], number>('SELECT id FROM visitors WHERE uuid = ?')
    .pluck()
    .get(visitor.id)!
  const merged = addContact(contactRow)
  const group = add('question_groups', { user_id: userId, created_at: 1 })
  add('unanswered_questions', {
    user_id: userId,
    assistant_id: data.id,
    conversation_id: conversationRow,
    seq: 1,
    group_id: group,
    created_at: 1,
  })
  db.prepare('UPDATE assistants SET folder_id = ? WHERE id = ?').run(folder, data.id)
  db.prepare('INSERT INTO labeled_assistants VALUES (?, ?)').run(data.id, label)
  const sender = add('messenger_senders', {
    user_id: userId,
    phone_number: '+14155550188',
    display_name: mark,
    channel: 'sandbox',
    assistant_id: data.id,
    status: 'online',
    quality_rating: 'GREEN',
    created_at: 1,
  })
  const bot = add('messenger_senders', {
    user_id: userId,
    phone_number: `@bot_${userId}`,
    display_name: mark,
    channel: `bot-api:${BOT_IDS + userId}`,
    status: 'offline',
    quality_rating: 'GREEN',
    created_at: 1,
  })
  add('messenger_bots', {
    sender_id: bot,
    bot_id: BOT_IDS + userId,
    url: 'http://127.0.0.1:9',
    token: '',
    // Nobody fetches its messages.
    is_paused: 1,
    saved_at: 1,
  })
  const cloud = add('messenger_senders', {
    user_id: userId,
    phone_number: `+1415${5_550_000 + userId}`,
    display_name: mark,
    channel: `cloud-api:${CLOUD_IDS + userId}`,
    status: 'online',
    quality_rating: 'GREEN',
    created_at: 1,
  })
  add('messenger_connections', { sender_id: cloud })
  add('messenger_cloud_numbers', {
    sender_id: cloud,
    phone_id: String(CLOUD_IDS + userId),
    business_id: '1',
    url: 'http://127.0.0.1:9',
    secrets: JSON.stringify({ token: 'token', appSecret: 'secret', verifyToken: mark }),
    hook: `hook-${userId}`,
  })
  add('messenger_conversations', {
    conversation_id: conversationRow,
    sender_id: sender,
    customer: '+4930123456',
  })
  const askedCall = add('tool_calls', {
    conversation_id: conversationRow,
    answers_seq: 1,
    name: mark,
    arguments: '{}',
    status: 'waiting',
    created_at: 1,
  })
  add('tool_approvals', { call_id: askedCall, expires_at: context.now().getTime() + 3_600_000 })
  const spokenCall = add('calls', {
    user_id: userId,
    assistant_id: data.id,
    campaign_id: campaign,
    type: 'outbound',
    status: 'in-progress',
    assistant_phone_number: phone,
    client_phone_number: '+4930123456',
    client_digits: '4930123456',
    provider: 'sandbox',
    created_at: 1,
    updated_at: 1,
  })
  const said = { call_id: spokenCall, turn: 0, place: 0 }
  add('call_turns', { ...said, speaker: 'assistant', content: mark })
  return {
    answer,
    note: add('notes', {
      conversation_id: conversationRow,
      operator_id: operatorRow,
      client_id: randomUUID(),
      after_seq: 1,
      content: mark,
      created_at: 1,
    }),
    attachment: add('attachments', {
      conversation_id: conversationRow,
      operator_id: operatorRow,
      key: randomBytes(32).toString('base64url'),
      name: mark,
      media_type: 'text/plain',
      size: 1,
      created_at: context.now().getTime(),
    }),
    'visitor attachment': addAttachment(server, visitor.conversationId, 'visitor'),
    'question group': group,
    correction: add('corrections', correctionOf(db, answer, mark)),
    'asked call': askedCall,
    'canned reply': add('canned_replies', {
      user_id: userId,
      shortcut: 'hello',
      title: mark,
      content: mark,
      created_at: 1,
      updated_at: 1,
    }),
    rule: add('rules', {
      user_id: userId,
      name: mark,
      is_on: 0,
      on_since: 1,
      event: 'message',
      conditions: '{}',
      actions: '{}',
      is_last: 0,
      position: 0,
      created_at: 1,
      updated_at: 1,
    }),
    contact: visitor.id,
    'second contact': addContact().uuid,
    'contact merge': add('contact_merges', {
      user_id: userId,
      visitor_id: merged.id,
      into_visitor_id: contactRow,
      details: JSON.stringify({ notes: mark }),
      created_at: 1,
    }),
    label: add('labels', { user_id: userId, name: mark, colour: 'red', created_at: 1 }),
    'other label': add('labels', {
      user_id: userId,
      name: `other ${mark}`,
      colour: 'red',
      created_at: 1,
    }),
    block: add('blocks', {
      user_id: userId,
      conversation_id: conversationRow,
      name: mark,
      reason: mark,
      operator_id: operatorRow,
      created_at: 1,
    }),
    'lifted block': add('blocks', {
      user_id: userId,
      name: mark,
      created_at: 1,
      lifted_at: context.now().getTime(),
    }),
    'deleted label': add('labels', {
      user_id: userId,
      name: `deleted ${mark}`,
      colour: 'red',
      created_at: 1,
      deleted_at: context.now().getTime(),
    }),
    'inbox view': add('inbox_views', {
      user_id: userId,
      operator_id: operatorRow,
      name: mark,
      filters: '{}',
      position: 0,
      created_at: 1,
    }),
    'bulk operation': add('bulk_operations', {
      user_id: userId,
      action: 'read',
      value: '{}',
      status: 'done',
      runs_at: context.now().getTime(),
      created_at: context.now().getTime(),
    }),
    notice: add('notices', {
      user_id: userId,
      kind: 'webhook_disabled',
      subject: mark,
      reason: mark,
      created_at: 1,
    }),
    notification: add('notifications', {
      user_id: userId,
      kind: 'rule',
      audience: 'person',
      operator_id: operatorRow,
      data: JSON.stringify({ rule: mark }),
      created_at: 1,
    }),
    'assistant test': add('assistant_tests', {
      user_id: userId,
      assistant_id: data.id,
      name: mark,
      lines: JSON.stringify([{ say: mark, expectations: [] }]),
      variables: '{}',
      created_at: 1,
      updated_at: 1,
    }),
    folder,
    'assistant label': label,
    replay: add('assistant_replays', {
      user_id: userId,
      assistant_id: data.id,
      model: mark,
      is_judged: 0,
      status: 'done',
      fingerprint: mark,
      base_version: 1,
      cost: 0,
      duration_ms: 0,
      created_at: 1,
    }),
    'test run': add('assistant_test_runs', {
      user_id: userId,
      assistant_id: data.id,
      model: mark,
      passed: 0,
      failed: 0,
      cost: 0,
      results: '[]',
      created_at: 1,
    }),
    email: add('emails', {
      user_id: userId,
      conversation_id: db
        .prepare<[unknown], number>('SELECT id FROM conversations WHERE uuid = ?')
        .pluck()
        .get(conversation_id)!,
      address: `${userId}@example.org`,
      message_id: `<${userId}@example.com>`,
      subject: mark,
      status: 'sandbox',
      created_at: 1,
    }),
    'received email': add('received_emails', {
      user_id: userId,
      conversation_id: null,
      message_id: `<${userId}@example.org>`,
      address: `${userId}@example.org`,
      subject: mark,
      text: mark,
      status: 'taken',
      authentication: JSON.stringify({ server: null, spf: null, dkim: null, dmarc: null }),
      left_out: '[]',
      created_at: 1,
    }),
    delivery,
    assistant: data.id,
    'assistant uuid': uuid,
    'second assistant': second.id,
    conversation: conversation_id,
    'visitor conversation': visitor.conversationId,
    'knowledge base': base,
    campaign,
    'phone number': number,
    'sip trunk': trunk,
    'speech provider': speech,
    synthesizer: add('synthesizer_providers', {
      code: `speech:${speech}`,
      name: mark,
      user_id: userId,
      speech_provider_id: speech,
    }),
    'multimodal model': add('multimodal_models', {
      code: `speech:${speech}`,
      name: mark,
      user_id: userId,
      speech_provider_id: speech,
    }),
    transcriber: add('transcriber_providers', {
      code: `speech:${speech}`,
      name: mark,
      user_id: userId,
      speech_provider_id: speech,
    }),
    voice: add('voices', {
      code: `private-${userId}`,
      user_id: userId,
      name: mark,
      language_id,
      gender: 'female',
      synthesizer_provider_id: shared.synthesizers[0],
    }),
    document,
    passage: add('chunks', {
      document_id: document,
      knowledge_base_id: base,
      heading: mark,
      content: mark,
    }),
    'knowledge entry': add('knowledge_entries', {
      user_id: userId,
      document_id: add('documents', {
        knowledge_base_id: base,
        name: mark,
        type: 'answers',
        status: 'active',
        created_at: 1,
      }),
      question: mark,
      answer: mark,
      created_at: 1,
      updated_at: 1,
    }),
    tool: add('tools', {
      user_id: userId,
      name: 'look_up',
      description: mark,
      endpoint: 'https://example.com/tool',
      method: 'GET',
      created_at: 1,
    }),
    'mcp server': mcpServer,
    'mcp tool': add('mcp_tools', {
      user_id: userId,
      mcp_server_id: mcpServer,
      name: 'look_up',
      function_name: 'mcp__look_up',
      description: mark,
      input_schema: '{"type":"object","properties":{}}',
    }),
    'api key': add('api_keys', {
      user_id: userId,
      name: mark,
      hash: Buffer.from(`no key of ${userId}`),
      created_at: 1,
    }),
    operator,
    role: role(mark),
    team: add('teams', { user_id: userId, name: mark, colour: 'teal', created_at: 1 }),
    'second role': role(`${mark} 2`),
    session: add('sessions', {
      user_id: userId,
      operator_id: operator,
      kind: 'link',
      hash: randomBytes(32),
      expires_at: 4_000_000_000_000,
      created_at: 1,
    }),
    call: spokenCall,
    'spoken answer': add('call_explanations', { ...said, explanation }),
    lead: add('leads', {
      user_id: userId,
      campaign_id: campaign,
      phone_number: '+4930123456',
      created_at: 1,
      updated_at: 1,
    }),
    'listed number': add('do_not_call', {
      user_id: userId,
      phone_number: '+493099999',
      reason: mark,
      created_at: 1,
    }),
    'messenger sender': sender,
    'messenger bot': bot,
    'messenger cloud number': cloud,
    'messenger template': add('messenger_templates', {
      sender_id: sender,
      name: `template_${userId}`,
      language: 'en',
      category: 'utility',
      status: 'approved',
      body_text: mark,
      created_at: 1,
    }),
    sms: add('sms_messages', {
      user_id: userId,
      phone_number_id: number,
      to_number: '+4930123456',
      body: mark,
      segments: 1,
      segment_price: 1000,
      total_cost: 1000,
      status: 'delivered',
      provider: 'sandbox',
      created_at: 1,
      updated_at: 1,
    }),
  }
}

/** Inserts a row; required columns that are not given get a value. */
export function insert(db: Db, table: string, given: Readonly<Record<string, unknown>>): number {
  const columns = db.pragma(`table_info(${table})`) as Column[]
  const needed = columns
    .filter(({ notnull, dflt_value, pk }) => notnull === 1 && dflt_value === null && pk === 0)
    .map(({ name, type }) => [name, type === 'TEXT' ? 'x' : 1])
  const row = { ...Object.fromEntries(needed), ...given }
  const names = Object.keys(row)
  const values = names.map((name) => `:${name}`)
  const statement = db.prepare(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values.join(', ')})`,
  )
  return Number(statement.run(row).lastInsertRowid)
}

/** The row of a correction with this message as the reply, and its draft. */
export function correctionOf(db: Db, message_id: number, content: string, created_at = 1) {
  const { conversation_id, user_id, assistant_id, seq } = db
    .prepare<[number], Record<'conversation_id' | 'user_id' | 'assistant_id' | 'seq', number>>(`
      SELECT conversation_id, user_id, assistant_id, seq FROM messages
      JOIN conversations ON conversations.id = conversation_id WHERE messages.id = ?
    `)
    .get(message_id)!
  const draft = { conversation_id, epoch: 0, answers_seq: seq - 1, content, status: 'stale' }
  const proposal_id = insert(db, 'proposals', { ...draft, created_at })
  const origin = { user_id, assistant_id, conversation_id, message_id, proposal_id }
  return { ...origin, kind: 'replaced', created_at }
}

interface Column {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly dflt_value: unknown
  readonly pk: number
}

/** Reads one table's rows that belong to `:userId`. */
interface Reading {
  readonly table: string
  readonly sql: string
}

/** The queries for every table: all worlds have the same schema. */
let readings: readonly Reading[] | undefined

/** Every row that belongs to an account, directly or through a parent, as one text. */
export function rowsOf(db: Db, userId: number): string {
  readings ??= readingsOf(db)
  return readings
    .map(({ table, sql }) => `${table} ${JSON.stringify(db.prepare(sql).all({ userId }))}`)
    .join('\n')
}

function readingsOf(db: Db): Reading[] {
  return db
    .prepare<[], string>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_fts%' AND name NOT LIKE 'chunks_pairs%'",
    )
    .pluck()
    .all()
    .filter((name) => !SHARED_TABLES.includes(name))
    .map((table) => ({ table, sql: `SELECT * FROM ${table} WHERE ${ownedBy(db, table)}` }))
}

const OF_CONVERSATION: Parent = { table: 'conversations', from: 'conversation_id', to: 'id' }

/** Parents of tables whose ownership is not given by a single foreign key. */
const OWNERS: Readonly<Record<string, Parent>> = {
  chunks: { table: 'documents', from: 'document_id', to: 'id' },
  document_uploads: { table: 'documents', from: 'document_id', to: 'id' },
  document_pieces: { table: 'document_uploads', from: 'upload_id', to: 'id' },
  chunk_vectors: { table: 'chunks', from: 'chunk_id', to: 'id' },
  proposals: OF_CONVERSATION,
  assistant_replays: { table: 'users', from: 'user_id', to: 'id' },
  assistant_replay_answers: OF_CONVERSATION,
  tool_approvals: { table: 'tool_calls', from: 'call_id', to: 'id' },
  call_explanations: { table: 'calls', from: 'call_id', to: 'id' },
  conversation_activities: OF_CONVERSATION,
  conversation_labels: OF_CONVERSATION,
  bulk_items: OF_CONVERSATION,
  search_documents: OF_CONVERSATION,
  notes: OF_CONVERSATION,
  drafts: OF_CONVERSATION,
  attachments: OF_CONVERSATION,
  sms_conversations: OF_CONVERSATION,
  messenger_conversations: OF_CONVERSATION,
}

interface Parent {
  readonly table: string
  readonly from: string
  readonly to: string | null
}

/** The condition under which a row of a table belongs to `:userId`. */
function ownedBy(db: Db, table: string, seen: readonly string[] = []): string {
  if (table === 'users') return 'id = :userId'
  const columns = db.pragma(`table_info(${table})`) as Column[]
  if (columns.some(({ name }) => name === 'user_id')) return 'user_id = :userId'
  const parents = db.pragma(`foreign_key_list(${table})`) as Parent[]
  const parent =
    OWNERS[table] ??
    parents.find(({ table: other }) => !SHARED_TABLES.includes(other) && !seen.includes(other))
  if (!parent)
    throw new Error(`Whose are the rows of ${table}? Say so in world.ts, or that they are shared`)
  const condition = ownedBy(db, parent.table, [...seen, table])
  return `${parent.from} IN (SELECT ${parent.to ?? 'id'} FROM ${parent.table} WHERE ${condition})`
}
