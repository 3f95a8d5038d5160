import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createApiKey, deleteApiKey } from '#contracts/accounts.ts'
import { getAssistantSettings, updateAssistantSettings } from '#contracts/assistant-settings.ts'
import { createBackup } from '#contracts/backups.ts'
import { listNotices } from '#contracts/notices.ts'
import { deleteOperator, listOperators, updateOperator } from '#contracts/operators.ts'
import { applyRestore, restoreBackup } from '#contracts/restores.ts'
import { createRole, listRoles } from '#contracts/roles.ts'
import { createTool, getTool } from '#contracts/tools.ts'
import { getWebhookSecret, rotateWebhookSecret } from '#contracts/webhooks.ts'
import { startServer as start } from '../../../server/start.ts'
import { download, upload } from '../../support/archives.ts'
import { createdAssistant } from '../../support/assistants.ts'
import { onDisk, sendFile } from '../../support/backups.ts'
import { colleague, signedInOwner } from '../../support/operators.ts'
import { testServer } from '../../support/server.ts'
import { createVisitor } from '../../support/visitor.ts'

/* L5 of the threats: what a restore must not bring back. */

test('L5 a file of a backup modified in its folder is not restored', async () => {
  const { dataDir, desk, server } = await onDisk()
  await sendFile(await createVisitor(server))
  const { data } = await desk(createBackup)
  const pool = path.join(dataDir, 'backups', 'files', 'attachments')
  const [name] = readdirSync(pool)
  writeFileSync(path.join(pool, name!), 'what was in the file')
  await expect(desk(restoreBackup, { params: { id: data.id }, body: {} })).rejects.toMatchObject({
    status: 409,
    message: `The file ${name} in it is not as it was.`,
  })
})

test('L5 keys revoked and people removed after the backup stay out; every session and link ends', async () => {
  const world = await onDisk()
  const { server, desk, running, config } = world
  const { api_key: key } = await desk(createApiKey, { body: { name: 'Script' } })
  const asKey = () => ({ authorization: `Bearer ${key.token}` })
  const ada = await colleague(server, 'Ada', 'admin')
  const { api_key: hers } = await ada.call(createApiKey, { body: { name: 'Hers' } })
  const unused = (await running.createSignInLink()).secret
  const { data } = await desk(createBackup)
  await desk(deleteApiKey, { params: { id: key.id } })
  await desk(deleteOperator, { params: { id: ada.operator.id } })
  await desk(restoreBackup, { params: { id: data.id }, body: {} })
  await running.stop()

  const again = await start(config)
  onTestFinished(() => again.stop())
  const { call, as, url } = testServer(again)
  await expect(as(asKey())(listOperators)).rejects.toMatchObject({ status: 401 })
  await expect(as({ authorization: `Bearer ${hers.token}` })(listOperators)).rejects.toMatchObject({
    status: 401,
  })
  expect((await call(listOperators)).data.map(({ name }) => name)).not.toContain('Ada')
  const { db } = again.context
  expect(db.prepare('SELECT count(*) FROM sessions').pluck().get()).toBe(0)
  const answer = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ secret: unused }),
  })
  expect(answer.status).not.toBe(200)
  await expect(ada.call(listOperators)).rejects.toThrow()
})

test('L5 an admin demoted to agent after the backup stays one, and who was limited to reading can only read', async () => {
  const { server, desk, running, config } = await onDisk()
  const ada = await colleague(server, 'Ada', 'admin')
  const params = { id: ada.operator.id }
  const becomes = (role: 'admin' | 'agent') => desk(updateOperator, { params, body: { role } })
  const rita = await colleague(server, 'Rita')
  await becomes('agent')
  await becomes('admin')
  const becomesReader = async () => {
    const { data: reader } = await desk(createRole, { body: { name: 'Reader', capabilities: [] } })
    await desk(updateOperator, {
      params: { id: rita.operator.id },
      body: { custom_role_id: reader.id },
    })
  }
  const { data: wide } = await desk(createRole, {
    body: { name: 'Wide', capabilities: ['people', 'keys'] },
  })
  const carl = await colleague(server, 'Carl')
  const carls = (body: object) => desk(updateOperator, { params: { id: carl.operator.id }, body })
  await carls({ custom_role_id: wide.id })
  const { data } = await desk(createBackup)
  await becomes('agent')
  await becomesReader()
  // By way of a role that lies between.
  await carls({ role: 'admin' })
  await carls({ role: 'agent' })
  await desk(restoreBackup, { params: { id: data.id }, body: {} })
  await running.stop()
  const again = await start(config)
  onTestFinished(() => again.stop())
  const people = (await testServer(again).call(listOperators)).data
  expect(people.find(({ name }) => name === 'Ada')).toMatchObject({ role: 'agent' })
  expect(people.find(({ name }) => name === 'Rita')).toMatchObject({ role: 'custom' })
  expect((await (await signedInOwner(testServer(again))).call(listRoles)).data).toEqual([
    expect.objectContaining({ capabilities: [], operators: 2 }),
    expect.objectContaining({ name: 'Wide', operators: 0 }),
  ])
})

test('L5 a restore elsewhere carries no secret, and lists which have to be entered again', async () => {
  const [from, to] = [await onDisk(), await onDisk()]
  const { call } = from.server
  const { data: tool } = await call(createTool, {
    body: {
      name: 'look_up',
      description: 'Looks something up.',
      endpoint: 'https://shop.invalid/look',
      method: 'POST',
      headers: [{ name: 'X-Key', value: 'secret of the shop' }],
    },
  })
  await call(getWebhookSecret)
  const tools = [
    {
      type: 'calendar_integration' as const,
      calendar_api_key: 'key of the calendar',
      calendar_event_slug: 'visit',
    },
  ]
  const assistant = { id: await createdAssistant(from.server, { name: 'Shop', tools }) }
  const { id } = await upload(to, await download(from))
  await to.desk(applyRestore, { params: { id }, body: { accept_foreign: true } })
  await to.running.stop()
  const again = await start(to.config)
  onTestFinished(() => again.stop())
  const restored = testServer(again)
  const params = { id: tool.id }
  expect((await restored.call(getTool, { params })).headers).toEqual([{ name: 'X-Key', value: '' }])
  const [notice] = (await restored.call(listNotices)).data
  expect(notice).toMatchObject({ kind: 'secrets_lost' })
  expect(notice!.reason).toContain('look_up, Shop, Webhooks')
  const { fields } = await restored.call(getAssistantSettings, { params: assistant })
  expect(fields.tools).toEqual([expect.objectContaining({ calendar_api_key: '' })])
  // An undecryptable secret stays unchanged when something else is updated, since its key may come back.
  const stored = again.context.db.prepare('SELECT tools FROM assistants WHERE id = ?').pluck()
  const before = stored.get(assistant.id)
  await restored.call(updateAssistantSettings, { params: assistant, body: { name: 'Renamed' } })
  expect(stored.get(assistant.id)).toBe(before)
  expect(before).toMatch(/"v2\./)
  await expect(restored.call(getWebhookSecret)).rejects.toMatchObject({
    status: 409,
    code: 'secrets_key_changed',
  })
  expect((await restored.call(rotateWebhookSecret)).secret).toMatch(/^whsec_/)
})
