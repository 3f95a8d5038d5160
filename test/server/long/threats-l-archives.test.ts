import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { getAssistantSettings } from '#contracts/assistant-settings.ts'
import { exportAssistant, importAssistant } from '#contracts/assistant-transfer.ts'
import { createBackup } from '#contracts/backups.ts'
import { applyRestore, restoreBackup } from '#contracts/restores.ts'
import { createTool } from '#contracts/tools.ts'
import { digestOf } from '../../../server/db/copies/digest.ts'
import {
  download,
  putTogether,
  sha256,
  takenApart,
  tampered,
  upload,
} from '../../support/archives.ts'
import { createdAssistant } from '../../support/assistants.ts'
import { onDisk, sendFile } from '../../support/backups.ts'
import { startServer } from '../../support/server.ts'
import { createVisitor } from '../../support/visitor.ts'

/* L5 of the threats: archives and imports. Whoever has access to a backup can write anything into it. */

/** Schema additions that would run an attacker's code. */
const ADDED: readonly (readonly [string, string])[] = [
  [
    'a trigger',
    "CREATE TRIGGER evil AFTER INSERT ON events BEGIN UPDATE operators SET role = 'owner'; END",
  ],
  ['a trigger in the place of one', 'DROP TRIGGER ledger_is_append_only_update'],
  ['a view', 'CREATE VIEW evil AS SELECT hash FROM api_keys'],
  ['a table', 'CREATE TABLE evil (x)'],
  ['a virtual table', 'CREATE VIRTUAL TABLE evil USING fts5 (x)'],
  ['an index', 'CREATE INDEX evil ON messages (length(content))'],
  ['a column', "ALTER TABLE tools ADD COLUMN evil TEXT DEFAULT 'x'"],
]

test('L5 a database with additions is rejected, even with every digest recomputed', async () => {
  const world = await onDisk()
  const bytes = await download(world)
  for (const [what, sql] of ADDED) {
    const { status, code, body, id } = await upload(world, await tampered(bytes, sql))
    expect([what, status, code]).toEqual([what, 400, 'archive_unusable'])
    expect(body.message).toMatch(/schema/)
    await expect(
      world.desk(applyRestore, { params: { id }, body: { accept_foreign: true } }),
    ).rejects.toMatchObject({ status: 404 })
  }
}, 120_000)

test('L5 a backup in the folder with an added trigger is rejected, even when accepted as foreign', async () => {
  const { dataDir, desk } = await onDisk()
  const { data } = await desk(createBackup)
  const file = path.join(dataDir, 'backups', `${data.id}.db`)
  const db = new Database(file)
  db.exec('CREATE TRIGGER evil AFTER INSERT ON events BEGIN SELECT 1; END')
  const about = file.replace(/db$/, 'json')
  const facts = { ...JSON.parse(readFileSync(about, 'utf8')), digest: digestOf(db) }
  db.close()
  writeFileSync(about, JSON.stringify(facts))
  const params = { id: data.id }
  await expect(desk(restoreBackup, { params, body: {} })).rejects.toMatchObject({
    status: 409,
    code: 'archive_from_elsewhere',
  })
  await expect(
    desk(restoreBackup, { params, body: { accept_foreign: true } }),
  ).rejects.toMatchObject({ status: 409, code: 'archive_not_restorable' })
}, 120_000)

test('L5 an archive’s files must be those it declares, unmodified, in their places, and no larger', async () => {
  const world = await onDisk()
  const visitor = await createVisitor(world.server)
  await sendFile(visitor)
  const bytes = await download(world)
  const refused = async (change: (archive: Awaited<ReturnType<typeof takenApart>>) => void) => {
    const archive = await takenApart(bytes)
    change(archive)
    const { status, body } = await upload(world, await putTogether(archive))
    return [status, body.message]
  }
  const [, attachment] = (await takenApart(bytes)).files
  const foreign = [400, 'It is no export of Parley, or it is damaged.']
  const name = attachment!.name.split('/')[1]!
  expect(
    await refused(({ files }) => (files[1]!.bytes = Buffer.from('what was in the file'))),
  ).toEqual(foreign)
  expect(await refused(({ files }) => files[1]!.bytes.write('W'))).toEqual([
    400,
    `The file ${attachment!.name} in it is not as it was.`,
  ])
  expect(
    await refused(({ files }) =>
      files.push({ name: `attachments/${name.replace(/^./, 'f')}0`, bytes: Buffer.from('x') }),
    ),
  ).toEqual(foreign)
  for (const evil of ['../evil', 'attachments/../evil', '/etc/evil', 'restoring/evil', 'plan.json'])
    expect(await refused(({ files }) => (files[1]!.name = evil))).toEqual(foreign)
  // A small file that expands to 20 MB.
  expect(
    await refused(({ manifest, files }) => {
      const bomb = Buffer.alloc(20 * 1024 * 1024)
      files[1]!.bytes = bomb
      manifest.contents.attachments[name] = { bytes: 10, sha256: sha256(bomb) }
    }),
  ).toEqual(foreign)
  expect(
    await refused(({ manifest }) => {
      manifest.padding = 'x'.repeat(70 * 1024 * 1024)
    }),
  ).toEqual(foreign)
  // The same after the end of what tar reads.
  const { status, body } = await upload(
    world,
    Buffer.concat([bytes, gzipSync(Buffer.alloc(100 * 1024 * 1024))]),
  )
  expect([status, body.message]).toEqual([
    400,
    'It unpacks to more than it says, or than there may be.',
  ])
  expect(readdirSync(world.dataDir)).not.toContain('evil')
}, 120_000)

test('L5 no connection trusts the schema, and databases are opened in one place', () => {
  const server = path.resolve(import.meta.dirname, '../../../server')
  const opening = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => readFileSync(path.join(server, name), 'utf8').includes('new Database('))
  expect(opening).toEqual([path.join('db', 'connect.ts')])
}, 120_000)

test('L5 an imported assistant is not linked to anything by a number its document names', async () => {
  const server = await startServer()
  const { call } = server
  const { data: tool } = await call(createTool, {
    body: {
      name: 'look_up',
      description: 'Looks something up.',
      endpoint: 'https://shop.invalid/look',
      method: 'POST',
      headers: [{ name: 'X-Key', value: 'secret of the shop' }],
    },
  })
  const id = await createdAssistant(server, { name: 'Shop' })
  const document = await call(exportAssistant, { params: { id }, query: {} })
  const { data, problems } = await call(importAssistant, {
    body: {
      document: {
        ...document,
        id: 1,
        user_id: 99,
        fields: {
          ...document.fields,
          id,
          uuid: 'x',
          user_id: 99,
          status: 'active',
          chat_mode: 'auto',
          allowed_origins: ['https://evil.example'],
          tool_ids: [tool.id],
          knowledgebase_id: 1,
        },
      },
      replacements: { name: 'Imported' },
    },
  })
  const { fields, status, uuid } = await call(getAssistantSettings, { params: { id: data!.id } })
  expect(fields).toMatchObject({ tool_ids: [], knowledgebase_id: null })
  expect([status, uuid === 'x']).toEqual(['inactive', false])
  expect(problems).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'tool_ids', severity: 'left_out' }),
      expect.objectContaining({ field: 'knowledgebase_id', severity: 'left_out' }),
    ]),
  )
}, 120_000)
