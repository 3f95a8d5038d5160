import { allEndpoints, type NamedEndpoint } from '#contracts/all.ts'
import type { Page } from '#contracts/page.ts'
import { topUp } from '../../server/features/billing/money/ledger.ts'
import type { Chance } from './chance.ts'
import { correctionOf, insert, type World } from './world.ts'

/** Every paginated list. */
export const pagedLists = (): NamedEndpoint[] =>
  allEndpoints.filter(({ endpoint }) => endpoint.query && 'per_page' in endpoint.query.shape)

type Row = Readonly<Record<string, unknown>>

/** Source of the rows in a list, and the list's required order. */
interface Filling {
  readonly table: string
  /** A row created at this time; without it the entry is a top-up, since ledger entries cannot be inserted directly. */
  readonly row?: (world: World, at: number, chance: Chance) => Row
  readonly order: string
  /** The field that identifies a row in the list. */
  readonly key: 'id' | 'uuid' | 'message_id'
}

const NEWEST_FIRST = 'created_at DESC, id DESC'

const dated = (at: number) => ({ created_at: at, updated_at: at })

/** A folder or label of assistants, with a unique name. */
const filed = (at: number) => {
  const name = crypto.randomUUID()
  return { user_id: 1, name, name_key: name, created_at: at }
}

/** The rows that fill each list; a new list needs an entry here. */
export const FILLINGS: Readonly<Record<string, Filling>> = {
  listAssistants: {
    table: 'assistants',
    row: ({ db, owner }, at) => ({
      ...(db.prepare('SELECT * FROM assistants WHERE id = ?').get(owner.things.assistant) as Row),
      id: null,
      uuid: crypto.randomUUID(),
      ...dated(at),
    }),
    order: 'id',
    key: 'id',
  },
  listConversations: {
    table: 'conversations',
    row: ({ owner }, at, chance) => ({
      user_id: 1,
      assistant_id: owner.things.assistant,
      uuid: crypto.randomUUID(),
      type: chance.pick(['test', 'widget', 'api']),
      ...dated(at),
    }),
    order: NEWEST_FIRST,
    key: 'uuid',
  },
  listCalls: {
    table: 'calls',
    row: ({ owner }, at, chance) => ({
      user_id: 1,
      assistant_id: owner.things.assistant,
      type: chance.pick(['inbound', 'outbound']),
      status: chance.pick(['completed', 'failed']),
      provider: 'sandbox',
      ...dated(at),
    }),
    order: NEWEST_FIRST,
    key: 'id',
  },
  listSms: {
    table: 'sms_messages',
    row: ({ owner }, at, chance) => ({
      user_id: 1,
      phone_number_id: owner.things['phone number'],
      to_number: '+4930123456',
      body: 'x',
      segments: 1,
      segment_price: 1,
      total_cost: 1,
      status: chance.pick(['delivered', 'failed']),
      provider: 'sandbox',
      ...dated(at),
    }),
    order: NEWEST_FIRST,
    key: 'id',
  },
  listLeads: {
    table: 'leads',
    row: ({ owner }, at, chance) => ({
      user_id: 1,
      campaign_id: owner.things.campaign,
      phone_number: '+4930123456',
      status: chance.pick(['created', 'completed']),
      ...dated(at),
    }),
    order: 'id DESC',
    key: 'id',
  },
  listFolders: {
    table: 'assistant_folders',
    row: (_, at) => filed(at),
    order: 'name_key, id',
    key: 'id',
  },
  listAssistantLabels: {
    table: 'assistant_labels',
    row: (_, at) => filed(at),
    order: 'name_key, id',
    key: 'id',
  },
  listDoNotCall: {
    table: 'do_not_call',
    row: (_, at) => ({
      user_id: 1,
      phone_number: `+4930${crypto.getRandomValues(new Uint32Array(1))[0]}`,
      created_at: at,
    }),
    order: 'id DESC',
    key: 'id',
  },
  listCorrections: {
    table: 'corrections',
    row: ({ db, owner }, at) => {
      const place = db
        .prepare<[unknown], Row>(`
          SELECT conversation_id, max(seq) + 1 AS seq FROM messages
          WHERE conversation_id = (SELECT id FROM conversations WHERE uuid = ?)
        `)
        .get(owner.things.conversation)!
      const reply = { ...place, author: 'operator', status: 'complete', created_at: at }
      return correctionOf(db, insert(db, 'messages', reply), 'No.', at)
    },
    order: 'id DESC',
    key: 'id',
  },
  listKnowledgeEntries: {
    table: 'knowledge_entries',
    row: ({ db }, at) => ({
      user_id: 1,
      document_id: db.prepare("SELECT id FROM documents WHERE type = 'answers'").pluck().get(),
      question: 'May I?',
      answer: 'You may.',
      ...dated(at),
    }),
    order: 'id DESC',
    key: 'id',
  },
  listLedger: {
    table: 'ledger',
    order: NEWEST_FIRST,
    key: 'id',
  },
  listContacts: {
    table: 'visitors',
    row: ({ owner }, at, chance) => ({
      user_id: 1,
      assistant_id: owner.things.assistant,
      uuid: crypto.randomUUID(),
      name: chance.pick([null, 'Ada', 'Bert']),
      created_at: at,
      last_seen_at: at,
    }),
    order: 'last_seen_at DESC, id DESC',
    key: 'uuid',
  },
  listWebhookDeliveries: {
    table: 'webhook_deliveries',
    row: (_, at) => ({
      user_id: 1,
      message_id: `msg_${crypto.randomUUID()}`,
      kind: 'post_call',
      payload: '{}',
      status: 'dead',
      ...dated(at),
    }),
    order: NEWEST_FIRST,
    key: 'message_id',
  },
}

/** Rows that are not listed, or are shown as another one. */
const UNLISTED: Readonly<Record<string, string>> = {
  assistants: 'deleted_at IS NOT NULL',
  visitors: 'contact_id IS NOT NULL',
}

/** Rows of the world's owner that are in a list, in the required order. */
function expectedKeys({ db }: World, { table, order, key }: Filling): unknown[] {
  const unlisted = UNLISTED[table] ?? 'false'
  return db
    .prepare(
      `SELECT ${key} FROM ${table} WHERE user_id = 1 AND NOT (${unlisted}) ORDER BY ${order}`,
    )
    .pluck()
    .all()
}

/** Tables whose rows may be deleted again. */
const REMOVABLE = ['conversations', 'calls', 'sms_messages']

/** Adds some rows to a list, several with the same timestamp, and deletes some if allowed. */
export async function shuffleList(
  world: World,
  { table, row }: Filling,
  chance: Chance,
): Promise<void> {
  const { db, server } = world
  await server.context.write((tx) => {
    if (REMOVABLE.includes(table) && chance.below(2) === 0)
      db.prepare(`DELETE FROM ${table} WHERE id > 5500 AND id % ? = 0`).run(2 + chance.below(5))
    for (let count = chance.below(30); count > 0; count -= 1) {
      const at = 1_700_000_000_000 + chance.below(6) * 1000
      if (row) insert(db, table, row(world, at, chance))
      else topUp(tx, server.context, 1, 1)
    }
  })
}

/** Goes through all pages of a list and reports inconsistencies; empty when there are none. */
export async function incoherences(
  world: World,
  { endpoint }: NamedEndpoint,
  filling: Filling,
  perPage: number,
): Promise<string[]> {
  const expected = expectedKeys(world, filling)
  const path = `${world.server.url}/api${endpoint.path}`
  const lastPage = Math.max(1, Math.ceil(expected.length / perPage))
  const wrong: string[] = []
  const seen: unknown[] = []
  for (let number = 1; number <= lastPage + 1; number += 1) {
    const target = `/api${endpoint.path}?per_page=${perPage}&page=${number}`
    const page = JSON.parse((await world.wire.send('GET', target)).text) as Page<{ id: unknown }>
    seen.push(...page.data.map(({ id }) => id))
    const should = envelopeOf(path, expected.length, number, perPage)
    for (const [name, value] of Object.entries(should)) {
      const is = page[name as keyof typeof should]
      if (is !== value) wrong.push(`${target}: ${name} is ${is}, not ${value}`)
    }
    wrong.push(...wrongLinks(page).map((link) => `${target}: ${link}`))
  }
  if (seen.join() !== expected.join())
    wrong.push(`${endpoint.path} by ${perPage}: other rows or another order`)
  return wrong
}

/** The expected envelope without its rows and links. */
function envelopeOf(path: string, total: number, number: number, perPage: number) {
  const url = (page: number) => `${path}?per_page=${perPage}&page=${page}`
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  const from = (number - 1) * perPage + 1
  return {
    current_page: number,
    first_page_url: url(1),
    from: from > total ? null : from,
    last_page: lastPage,
    last_page_url: url(lastPage),
    next_page_url: number < lastPage ? url(number + 1) : null,
    path,
    per_page: perPage,
    prev_page_url: number > 1 ? url(number - 1) : null,
    to: from > total ? null : Math.min(total, from + perPage - 1),
    total,
  }
}

/** Links that are inconsistent with the surrounding envelope. */
function wrongLinks({ links, ...page }: Page<unknown>): string[] {
  const [first, last] = [links.at(0), links.at(-1)]
  const active = links.filter((link) => link.active).map(({ label }) => label)
  const current = page.current_page > page.last_page ? '' : String(page.current_page)
  return [
    ...(first?.url === page.prev_page_url ? [] : [`the first link is ${first?.url}`]),
    ...(last?.url === page.next_page_url ? [] : [`the last link is ${last?.url}`]),
    ...(active.join() === current ? [] : [`the active links are ${active}`]),
  ]
}
