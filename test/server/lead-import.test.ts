import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deleteCampaign, listCampaigns } from '#contracts/campaigns.ts'
import { addToDoNotCall } from '#contracts/do-not-call.ts'
import { importLeads, MAX_LEADS } from '#contracts/lead-import.ts'
import { type Lead, listLeads } from '#contracts/leads.ts'
import { startServer as start } from '../../server/start.ts'
import { anotherAccount } from '../support/accounts.ts'
import { countTurns, createClock } from '../support/clock.ts'
import { addLead, campaignOf } from '../support/leads.ts'
import {
  emptyDataFolder,
  KEY,
  startServer,
  type TestServer,
  testConfig,
  testServer,
} from '../support/server.ts'
import { followStream } from '../support/stream.ts'

const MINUTE = 60_000

const csvOf = (...lines: readonly string[]) => new File([lines.join('\n')], 'leads.csv')

/** So many valid lines. */
const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `+1202555${String(2000 + from + at)},Person ${at}`)

const leadsOf = async ({ call }: Pick<TestServer, 'call'>) =>
  (await call(listLeads)) as readonly Lead[]

async function desk() {
  const server = await startServer()
  const campaign_id = await campaignOf(server)
  const take = (file: File, fields: Record<string, unknown> = {}) =>
    server.call(importLeads, { body: { file, campaign_id, ...fields } })
  return { server, campaign_id, take }
}

test('nobody imports leads, and the campaign of another account is as if it were missing', async () => {
  const { server, campaign_id } = await desk()
  const body = { file: csvOf('phone_number'), campaign_id }
  await expect(server.as()(importLeads, { body })).rejects.toMatchObject({ status: 401 })
  const other = await anotherAccount(server)
  await expect(other.call(importLeads, { body })).rejects.toMatchObject({
    status: 422,
    body: { errors: { campaign_id: ['The selected campaign id is invalid.'] } },
  })
})

test('good rows become leads with their variables and contacts', async () => {
  const { server, take } = await desk()
  const answer = await take(
    csvOf(
      '\uFEFFPhone_Number,Name,secondary_phone_2,secondary_2_Relation,secondary_phone_1,,empty',
      '"+1 (202) 555-0120",Ada,+12025550122,office,+12025550121,ignored,',
      '',
      '+12025550130,"Carl, ""C""",,unused,,,',
      ',,,,,,',
    ),
  )
  expect(answer).toEqual({
    message: 'Leads imported successfully',
    imported: 2,
    skipped: [],
    skipped_count: 0,
  })
  const [carl, ada] = await leadsOf(server)
  expect(ada).toMatchObject({ phone_number: '+12025550120', variables: { Name: 'Ada' } })
  expect(ada?.secondary_contacts).toMatchObject([
    { phone_number: '+12025550121', variables: {}, status: 'created' },
    { phone_number: '+12025550122', variables: { Relation: 'office' }, status: 'created' },
  ])
  expect(carl).toMatchObject({ variables: { Name: 'Carl, "C"' }, secondary_contacts: [] })
})

const GERMAN = 'phone_number;name\r\n+12025550120;"Größe; Süd"\r\n'

test.each([
  ['semicolons in Windows-1252', Buffer.from(GERMAN, 'latin1')],
  ['semicolons in UTF-16', Buffer.from(`\uFEFF${GERMAN}`, 'utf16le')],
  ['tabs', Buffer.from(GERMAN.replace(/;(?! )/g, '\t'))],
])('a file with %s is understood', async (_, bytes) => {
  const { server, take } = await desk()
  expect(await take(new File([bytes], 'leads.csv'))).toMatchObject({ imported: 1 })
  const [lead] = await leadsOf(server)
  expect(lead).toMatchObject({ phone_number: '+12025550120', variables: { name: 'Größe; Süd' } })
})

test('a format that the request names is not detected', async () => {
  const { server, take } = await desk()
  const file = new File([Buffer.from('phone_number,a;b\n+12025550120,Süd\n', 'latin1')], 'a.csv')
  await expect(take(file, { encoding: 'utf-8' })).rejects.toMatchObject({
    body: { errors: { file: ['The file must be a text file in UTF-8, UTF-16 or Windows-1252.'] } },
  })
  await expect(take(file, { delimiter: 'semicolon' })).rejects.toMatchObject({
    body: { errors: { file: ['The file must have a column phone_number.'] } },
  })
  await take(file, { delimiter: 'comma', encoding: 'windows-1252' })
  expect((await leadsOf(server))[0]?.variables).toEqual({ 'a;b': 'Süd' })
})

test('every other row is told with its line and the reason', async () => {
  const { server, campaign_id, take } = await desk()
  await addLead(server, campaign_id, '+12025550199')
  const answer = await take(
    csvOf(
      'phone_number,secondary_phone_1,note',
      '12,,',
      '+12025550120,+1202555,"two',
      'lines"',
      '+12025550121,+12025550121,',
      ',+12025550123,',
      '+12025550199,,',
      '+12025550122,,',
      '+1 202 555 0122,,',
      `+12025550124,,${'a'.repeat(70_000)}`,
    ),
  )
  expect(answer).toMatchObject({
    imported: 1,
    skipped_count: 7,
    skipped: [
      { line: 2, reason: 'The phone number must be a valid phone number.' },
      { line: 3, reason: 'The secondary phone 1 must be a valid phone number.' },
      { line: 5, reason: 'The secondary phone 1 field has a duplicate value.' },
      { line: 6, reason: 'The phone number field is required.' },
      { line: 7, reason: 'A lead with this phone number already exists in this campaign.' },
      { line: 9, reason: 'The phone number field has a duplicate value.' },
      { line: 10, reason: 'The variables must not be greater than 64 kB.' },
    ],
  })
  expect((await leadsOf(server)).map(({ phone_number }) => phone_number)).toEqual([
    '+12025550122',
    '+12025550199',
  ])
})

test('national numbers are read by their country, and repetition may be allowed', async () => {
  const { server, take } = await desk()
  const file = csvOf('phone_number', '030 23125000', '+493023125000')
  expect(await take(file)).toMatchObject({ imported: 1, skipped_count: 1 })
  expect(await take(file, { country_code: 'de' })).toMatchObject({ imported: 0 })
  expect(await take(file, { country_code: 'de', allow_dupplicate: 1 })).toMatchObject({
    imported: 2,
  })
  const all = await leadsOf(server)
  expect(all.map(({ phone_number }) => phone_number)).toEqual(Array(3).fill('+493023125000'))
})

test('a number on the do-not-call list comes in blacklisted', async () => {
  const { server, take } = await desk()
  await server.call(addToDoNotCall, { body: { phone_number: '+12025550120' } })
  await take(csvOf('phone_number,secondary_phone_1', '+12025550120,+12025550121'))
  const [lead] = await leadsOf(server)
  expect(lead).toMatchObject({
    status: 'blacklisted',
    secondary_contacts: [{ status: 'blacklisted' }],
  })
})

test('a dry run tells what would come in, and adds nothing', async () => {
  const { server, take } = await desk()
  const file = csvOf('phone_number,name', ...numbers(3), 'nonsense')
  expect(await take(file, { dry_run: 'true' })).toMatchObject({ imported: 3, skipped_count: 1 })
  expect(await leadsOf(server)).toEqual([])
})

test.each([
  [
    'without the column',
    csvOf('number', '+12025550120'),
    { file: ['The file must have a column phone_number.'] },
  ],
  ['without a line', csvOf(''), { file: ['The file must have a column phone_number.'] }],
  [
    'that is no text',
    new File([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 8])], 'leads.csv'),
    { file: ['The file must be a text file in UTF-8, UTF-16 or Windows-1252.'] },
  ],
])('a file %s is refused', async (_, file, errors) => {
  const { server, take } = await desk()
  await expect(take(file)).rejects.toMatchObject({ status: 422, body: { errors } })
  expect(await leadsOf(server)).toEqual([])
})

test('a file with a quote that never ends is refused, and what was read of it is gone', async () => {
  const { server, take } = await desk()
  const file = csvOf('phone_number,name', ...numbers(2000), '"')
  await expect(take(file)).rejects.toMatchObject({ status: 400 })
  expect([await leadsOf(server), waiting(server)]).toEqual([[], [0, 0]])
})

const waiting = ({ context: { db } }: Pick<TestServer, 'context'>) =>
  db
    .prepare(
      'SELECT (SELECT count(*) FROM lead_imports), (SELECT count(*) FROM lead_import_slices)',
    )
    .raw()
    .get()

test('others have their turn while leads come in, and one event tells of all', async () => {
  const { server, campaign_id, take } = await desk()
  const { made, turns } = await countTurns(() => take(csvOf('phone_number,name', ...numbers(1000))))
  expect(made).toMatchObject({ imported: 1000 })
  expect(turns).toBeGreaterThan(20)
  const events = server.context.db
    .prepare("SELECT type, payload FROM events WHERE type LIKE 'lead%'")
    .all()
  expect(events).toEqual([
    { type: 'leads.imported', payload: JSON.stringify({ campaign_id, count: 1000 }) },
  ])
  expect(waiting(server)).toEqual([0, 0])
  expect(server.context.jobs.count('lead.import')).toBe(0)
  expect((await server.call(listCampaigns))[0]).toMatchObject({ open_leads_count: 1000 })
})

test('a file with too many rows is refused', async () => {
  const { take, server } = await desk()
  const rows = Array.from({ length: MAX_LEADS + 1 }, () => 'x')
  await expect(take(csvOf('phone_number', '+12025550120', ...rows))).rejects.toMatchObject({
    status: 422,
    body: { errors: { file: ['The file must not have more than 100000 rows.'] } },
  })
  expect([await leadsOf(server), waiting(server)]).toEqual([[], [0, 0]])
})

test('progress is told under the id of the request, and only to its account', async () => {
  const { server, take } = await desk()
  const { token } = await anotherAccount(server)
  const [own, foreign] = await Promise.all(
    [KEY, token].map((one) =>
      followStream(`${server.url}/api/user/stream`, { authorization: `Bearer ${one}` }),
    ),
  )
  const progress_id = randomUUID()
  await take(csvOf('phone_number,name', ...numbers(300)), { progress_id })
  await own!.next(({ type }) => type === 'leads.imported')
  const told = own!.events.filter(({ type }) => type === 'leads.importing')
  expect(told.map(({ data }) => data)).toEqual([
    { id: progress_id, stage: 'reading', share: 1 },
    ...[1 / 3, 2 / 3, 1].map((share) => ({ id: progress_id, stage: 'adding', share })),
  ])
  expect(foreign!.events).toEqual([])
})

test('a client that closes the connection while its file is read cancels the import', async () => {
  const { server, campaign_id } = await desk()
  const stream = await followStream(`${server.url}/api/user/stream`, {
    authorization: `Bearer ${KEY}`,
  })
  const cancel = new AbortController()
  const rows = numbers(20_000)
  const answer = server
    .call(importLeads, {
      body: {
        file: csvOf('phone_number,name', ...rows),
        campaign_id,
        progress_id: randomUUID(),
      },
      signal: cancel.signal,
    })
    .catch((error: Error) => error.name)
  await stream.next(({ type }) => type === 'leads.importing')
  cancel.abort()
  expect(await answer).toBe('AbortError')
  await expect.poll(() => waiting(server), { timeout: 15_000 }).toEqual([0, 0])
  expect(await leadsOf(server)).toEqual([])
})

/** Refuses a lead with this number, as a disk would that is full. */
const refuse = ({ context: { db } }: Pick<TestServer, 'context'>, number: string) =>
  db.exec(`
    CREATE TEMP TRIGGER no_room BEFORE INSERT ON leads WHEN new.phone_number = '${number}'
    BEGIN SELECT raise(ABORT, 'no room'); END
  `)

test('an import whose process ends in the middle is whole after the next start', async () => {
  const clock = createClock()
  const config = testConfig({ dataDir: emptyDataFolder() })
  const first = await start(config, clock.outside)
  const before = testServer(first)
  const campaign_id = await campaignOf(before)
  refuse(before, '+12025552250')
  const body = { file: csvOf('phone_number,name', ...numbers(300)), campaign_id }
  // What has been accepted is not refused any more, whatever happens then.
  expect(await before.call(importLeads, { body })).toMatchObject({ imported: 300 })
  expect([(await leadsOf(before)).length, waiting(before)]).toEqual([200, [1, 1]])
  await first.stop()
  const after = testServer(await start(config, clock.outside))
  await expect.poll(() => waiting(after)).toEqual([0, 0])
  expect(await leadsOf(after)).toHaveLength(300)
  await clock.advance(10 * MINUTE)
  expect(after.context.jobs.count('lead.import')).toBe(0)
  const events = after.context.db
    .prepare("SELECT payload FROM events WHERE type = 'leads.imported'")
    .pluck()
  expect(events.all()).toEqual([JSON.stringify({ campaign_id, count: 300 })])
  await after.server.stop()
})

test('a campaign that is deleted takes an unfinished import with it', async () => {
  const { server, campaign_id, take } = await desk()
  refuse(server, '+12025552250')
  await take(csvOf('phone_number,name', ...numbers(300)))
  await server.call(deleteCampaign, { params: { id: campaign_id } })
  expect(waiting(server)).toEqual([0, 0])
})
