import { afterEach, expect, test, vi } from 'vitest'
import { getAssistant, listAssistants } from '#contracts/assistants.ts'
import { localTimezone } from '#contracts/local-timezone.ts'
import { timezoneHere } from '../../renderer/format/timezone.ts'
import { createdAssistant } from '../support/assistants.ts'
import { partOfMigration } from '../support/migrations.ts'
import { emptyDataFolder, startServer } from '../support/server.ts'
import { createVisitor } from '../support/visitor.ts'

afterEach(() => void vi.restoreAllMocks())

/** A machine that says this of its time zone. */
function machineIn(timeZone: string | undefined): void {
  const options = Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    ...options,
    timeZone: timeZone as string,
  })
}

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Etc/Unknown', 'UTC'],
  [undefined, 'UTC'],
])('on a machine whose time zone is %j, Parley starts in %s', async (name, zone) => {
  machineIn(name)
  const { call } = await startServer({ dataDir: emptyDataFolder() })
  const { data } = await call(listAssistants)
  expect(data[0]).toMatchObject({ timezone: zone })
  expect(timezoneHere()).toBe(zone)
  expect(localTimezone()).toBe(zone === 'UTC' ? undefined : zone)
})

test('a time zone that is none, stored before, becomes UTC; of a visitor, it is unknown', async () => {
  const server = await startServer()
  const { call, context } = server
  const { db } = context
  const tools = [
    { type: 'call_transfer' as const, phone_number: '+493012345678', timezone: 'Asia/Tokyo' },
  ]
  const id = await createdAssistant(server, { timezone: 'Asia/Tokyo', tools })
  const place = await createdAssistant(server, { timezone: 'Europe/Berlin' })
  await createVisitor(server)
  const SWAP = `replace(settings, 'Asia/Tokyo', 'Etc/Unknown')`
  db.exec(`
    UPDATE assistants SET timezone = 'Etc/Unknown', tools = ${SWAP.replace('settings', 'tools')}
      WHERE id = ${id};
    UPDATE assistant_versions SET settings = ${SWAP};
    UPDATE visitors SET timezone = 'Etc/Unknown';
  `)
  db.exec(partOfMigration('time_zones_of_no_place', 'UPDATE assistants'))
  expect(await call(getAssistant, { params: { id } })).toMatchObject({
    timezone: 'UTC',
    tools: [{ timezone: 'UTC' }],
  })
  expect((await call(getAssistant, { params: { id: place } })).timezone).toBe('Europe/Berlin')
  const settings = db
    .prepare<[number], string>('SELECT settings FROM assistant_versions WHERE assistant_id = ?')
    .pluck()
    .all(id)
  expect(settings.map((text) => JSON.parse(text))).toMatchObject([
    { timezone: 'UTC', tools: [{ timezone: 'UTC' }] },
  ])
  expect(db.prepare('SELECT DISTINCT timezone FROM visitors').pluck().all()).toEqual([null])
})
