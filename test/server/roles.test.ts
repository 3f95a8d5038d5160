import { expect, test } from 'vitest'
import { endOtherSessions, endSession, listSessions } from '#contracts/access.ts'
import { createApiKey, getMe, listApiKeys, updateMe } from '#contracts/accounts.ts'
import { createBackup } from '#contracts/backups.ts'
import { GRANTABLE, type GrantableCapability } from '#contracts/capabilities.ts'
import { listContacts } from '#contracts/contacts.ts'
import { listConversations } from '#contracts/conversations.ts'
import { listDocuments } from '#contracts/knowledge.ts'
import {
  createOperator,
  createOperatorLink,
  deleteOperator,
  deleteProfilePicture,
  listOperators,
  updateOperator,
  updateProfile,
} from '#contracts/operators.ts'
import { createRole, deleteRole, listRoles, updateRole } from '#contracts/roles.ts'
import { getSession } from '#contracts/sessions.ts'
import { anotherAccount } from '../support/accounts.ts'
import { colleague, signedIn, signedInOwner } from '../support/operators.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { followStream } from '../support/stream.ts'

const GONE = { status: 401 }
const NOT_ALLOWED = { status: 403, code: 'role_not_allowed' }
const EXCEEDS = { status: 403, code: 'role_exceeds_own' }

/** A custom role with these capabilities. */
async function role(
  server: TestServer,
  name: string,
  ...capabilities: readonly GrantableCapability[]
) {
  const { call } = await signedInOwner(server)
  const { data } = await call(createRole, { body: { name, capabilities: [...capabilities] } })
  return data
}

/** A signed-in colleague with a custom role. */
async function holder(server: TestServer, name: string, custom_role_id: number) {
  const { call } = await signedInOwner(server)
  const { data, sign_in } = await call(createOperator, { body: { name, custom_role_id } })
  return { operator: data, ...(await signedIn(server, sign_in.url)) }
}

test('L1 a custom role grants its capabilities and no others, and changes at once, streams included', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const reader = await role(server, 'Reader')
  const rita = await holder(server, 'Rita', reader.id)
  expect(rita.operator).toMatchObject({
    role: 'custom',
    custom_role: { id: reader.id, name: 'Reader' },
  })
  const { account } = await rita.call(getSession)
  expect(account!.role).toBe('custom')
  expect([...account!.capabilities].sort()).toEqual(
    ['anybody', 'conversations', 'desk', 'directory', 'embed'].sort(),
  )
  await rita.call(listConversations)
  await expect(rita.call(listContacts)).rejects.toMatchObject(NOT_ALLOWED)

  const stream = await followStream(`${server.url}/api/user/stream`, { cookie: rita.cookie })
  const params = { id: reader.id }
  const body = {
    name: 'Reader',
    capabilities: ['contacts', 'exports', 'reports'] as GrantableCapability[],
  }
  await owner.call(updateRole, { params, body })
  await stream.ended
  await rita.call(listContacts)
  const { account: widened } = await rita.call(getSession)
  expect(widened!.capabilities).toContain('reports')
  // An export needs the capability of its list, too.
  const files = ['contacts', 'calls', 'sms', 'leads', 'ledger'].map(async (list) => {
    const answer = await rita.fetch(`/api/user/${list}/export`)
    await answer.arrayBuffer()
    return answer.status
  })
  expect(await Promise.all(files)).toEqual([200, 403, 403, 403, 403])

  const again = await followStream(`${server.url}/api/user/stream`, { cookie: rita.cookie })
  await owner.call(updateRole, { params, body: { name: 'Reader', capabilities: [] } })
  await again.ended
  await expect(rita.call(listContacts)).rejects.toMatchObject(NOT_ALLOWED)
  await expect(
    owner.call(createRole, { body: { name: 'reader', capabilities: [] } }),
  ).rejects.toMatchObject({ status: 422 })
})

test('L1 a stream leaves out events whose lists its reader may not see', async () => {
  const server = await startServer()
  const { id } = await role(server, 'Reader')
  const rita = await holder(server, 'Rita', id)
  const ben = await colleague(server, 'Ben')
  const [hers, his] = await Promise.all(
    [rita, ben].map(({ cookie }) =>
      followStream(`${server.url}/api/user/stream?after=0`, { cookie }),
    ),
  )
  const { context } = server
  await context.write((tx) =>
    context.events.record(tx, {
      userId: 1,
      type: 'contact.deleted',
      payload: { id: crypto.randomUUID() },
    }),
  )
  await context.write((tx) =>
    context.events.record(tx, { userId: 1, type: 'labels.changed', payload: { data: [] } }),
  )
  await his!.next(({ type }) => type === 'contact.deleted')
  await hers!.next(({ type }) => {
    expect(type).not.toBe('contact.deleted')
    return type === 'labels.changed'
  })
})

test('L1 nobody grants, invites, signs in as or removes anyone who may do more than they', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const office = await role(server, 'Office', 'people', 'access', 'contacts')
  const wide = await role(server, 'Wide', 'contacts', 'outreach')
  const narrow = await role(server, 'Narrow', 'contacts')
  const olga = await holder(server, 'Olga', office.id)
  const ada = await colleague(server, 'Ada', 'admin')
  const create = (body: object) => olga.call(createOperator, { body: { name: 'New', ...body } })
  for (const body of [{ role: 'admin' }, { role: 'agent' }, { custom_role_id: wide.id }])
    await expect(create(body)).rejects.toMatchObject(EXCEEDS)
  const { data: nina } = await create({ custom_role_id: narrow.id })
  const update = (id: number, body: object) => olga.call(updateOperator, { params: { id }, body })
  await expect(update(nina.id, { role: 'admin' })).rejects.toMatchObject(EXCEEDS)
  await expect(update(nina.id, { role: 'owner' })).rejects.toMatchObject({ status: 403 })
  await expect(update(nina.id, { custom_role_id: wide.id })).rejects.toMatchObject(EXCEEDS)
  await expect(update(olga.operator.id, { role: 'admin' })).rejects.toMatchObject(EXCEEDS)
  const params = { id: ada.operator.id }
  for (const attempt of [
    () => update(ada.operator.id, { email: 'olga@example.com' }),
    () => olga.call(createOperatorLink, { params }),
    () => olga.call(deleteOperator, { params }),
  ])
    await expect(attempt()).rejects.toMatchObject(EXCEEDS)
  const { data: sessions } = await olga.call(listSessions)
  const adas = sessions.find(({ operator }) => operator.id === ada.operator.id)!
  await expect(olga.call(endSession, { params: { id: adas.id } })).rejects.toMatchObject(EXCEEDS)
  await olga.call(endOtherSessions)
  await Promise.all([owner.call(getMe), ada.call(getMe)])
  // Roles are the owner's.
  const body = { name: 'Everything', capabilities: [...GRANTABLE] }
  await expect(ada.call(createRole, { body })).rejects.toMatchObject(NOT_ALLOWED)
  await expect(olga.call(updateRole, { params: { id: office.id }, body })).rejects.toMatchObject(
    NOT_ALLOWED,
  )
})

test('L1 a link or session that somebody else issued ends once its holder may do more than its issuer', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const office = await role(server, 'Office', 'people')
  const reader = await role(server, 'Reader')
  const olga = await holder(server, 'Olga', office.id)
  const { data: rita, sign_in } = await olga.call(createOperator, {
    body: { name: 'Rita', custom_role_id: reader.id },
  })
  const planted = await signedIn(server, sign_in.url)
  const { data: unused } = await olga.call(createOperatorLink, { params: { id: rita.id } })
  await owner.call(updateOperator, { params: { id: rita.id }, body: { role: 'admin' } })
  await expect(planted.call(getMe)).rejects.toMatchObject(GONE)
  await expect(signedIn(server, unused.url)).rejects.toThrow()
})

test('L1 a key does at most what the person who made it may do, also later and through further keys', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const ada = await colleague(server, 'Ada', 'admin')
  const keyOf = async (call: typeof ada.call) => {
    const { api_key } = await call(createApiKey, { body: { name: 'Script' } })
    return server.as({ authorization: `Bearer ${api_key.token}` })
  }
  const adminsKey = await keyOf(ada.call)
  await expect(adminsKey(createBackup)).rejects.toMatchObject(NOT_ALLOWED)
  const ownersKey = await keyOf(owner.call)
  await ownersKey(createBackup).catch((failure) => expect(failure.status).not.toBe(403))

  const programs = await role(server, 'Programs', 'keys', 'contacts', 'knowledge')
  const pia = await holder(server, 'Pia', programs.id)
  const hers = await keyOf(pia.call)
  const child = await keyOf(hers)
  await child(listContacts)
  const change = (capabilities: GrantableCapability[]) =>
    owner.call(updateRole, {
      params: { id: programs.id },
      body: { name: 'Programs', capabilities },
    })
  await expect(child(listRoles)).rejects.toMatchObject({ code: 'sign_in_by_link' })
  // Keys follow the role of the person.
  await change(['keys', 'contacts', 'knowledge', 'records'])
  await child(listContacts)
  await change(['keys', 'knowledge'])
  await expect(child(listContacts)).rejects.toMatchObject(NOT_ALLOWED)
  await hers(listApiKeys)
  await change(['knowledge'])
  for (const key of [hers, child]) await expect(key(getMe)).rejects.toMatchObject(GONE)
  await pia.call(listDocuments, { params: { id: 1 } })
})

test('L1 nobody with less changes the address to which the sign-in links of an owner go', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const desk = await role(server, 'Desk', 'keys', 'account')
  const eve = await holder(server, 'Eve', desk.id)
  const ada = await colleague(server, 'Ada', 'admin')
  const keyOf = async (call: typeof eve.call) => {
    const { api_key } = await call(createApiKey, { body: { name: 'Script' } })
    return server.as({ authorization: `Bearer ${api_key.token}` })
  }
  const [hers, adas, owners] = [
    await keyOf(eve.call),
    await keyOf(ada.call),
    await keyOf(owner.call),
  ]
  const body = { email: 'eve@example.com' }
  const before = (await owner.call(listOperators)).data.map(({ email }) => email)
  for (const attempt of [
    () => hers(updateProfile, { body }),
    () => adas(updateProfile, { body }),
    () => hers(deleteProfilePicture),
    () => hers(updateMe, { body }),
    () => eve.call(updateMe, { body }),
    () => ada.call(updateMe, { body }),
  ])
    await expect(attempt()).rejects.toMatchObject(EXCEEDS)
  expect((await owner.call(listOperators)).data.map(({ email }) => email)).toEqual(before)
  // Everyone changes their own, and the owner's keys and those of this machine act for the owner.
  await eve.call(updateProfile, { body })
  await eve.call(updateMe, { body: { name: 'The bakery' } })
  for (const [index, call] of [owner.call, owners, server.call].entries()) {
    const email = `owner${index}@example.com`
    await call(updateMe, { body: { email } })
    await call(updateProfile, { body: { email } })
    await call(deleteProfilePicture)
    expect((await owner.call(listOperators)).data[0]).toMatchObject({ email })
  }
})

test('a role in use is deleted only with another one for its holders', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const [reader, other] = [await role(server, 'Reader', 'contacts'), await role(server, 'Other')]
  const rita = await holder(server, 'Rita', reader.id)
  const params = { id: reader.id }
  await expect(owner.call(deleteRole, { params })).rejects.toMatchObject({
    status: 409,
    code: 'role_in_use',
  })
  await expect(
    owner.call(deleteRole, { params, query: { custom_role_id: reader.id } }),
  ).rejects.toMatchObject({ status: 422 })
  await owner.call(deleteRole, { params, query: { custom_role_id: other.id } })
  await expect(rita.call(listContacts)).rejects.toMatchObject(NOT_ALLOWED)
  const { data } = await owner.call(listRoles)
  expect(data.map(({ name, operators }) => [name, operators])).toEqual([['Other', 1]])
  await owner.call(deleteOperator, { params: { id: rita.operator.id } })
  await owner.call(deleteRole, { params: { id: other.id } })
  expect((await owner.call(listRoles)).data).toEqual([])
})

test('L1 the roles of another account are not found, and cannot be given', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const { id: userId } = await anotherAccount(server)
  const id = Number(
    server.context.db
      .prepare(
        "INSERT INTO roles (user_id, name, capabilities, created_at) VALUES (?, 'Theirs', '[]', 1)",
      )
      .run(userId).lastInsertRowid,
  )
  const body = { name: 'Mine', capabilities: [] }
  const missing = { status: 404, code: 'role_not_found' }
  await expect(owner.call(updateRole, { params: { id }, body })).rejects.toMatchObject(missing)
  await expect(owner.call(deleteRole, { params: { id } })).rejects.toMatchObject(missing)
  await expect(
    owner.call(createOperator, { body: { name: 'New', custom_role_id: id } }),
  ).rejects.toMatchObject({ status: 422 })
})

test('the last owner cannot leave or step down, also when two do at the same time', async () => {
  const server = await startServer()
  const owner = await signedInOwner(server)
  const [me] = (await owner.call(listOperators)).data
  const LAST = { status: 403, code: 'last_owner' }
  const own = { id: me!.id }
  await expect(owner.call(deleteOperator, { params: own })).rejects.toMatchObject(LAST)
  await expect(
    owner.call(updateOperator, { params: own, body: { role: 'admin' } }),
  ).rejects.toMatchObject(LAST)
  const ada = await colleague(server, 'Ada', 'admin')
  const hers = { id: ada.operator.id }
  await expect(
    ada.call(updateOperator, { params: hers, body: { role: 'owner' } }),
  ).rejects.toMatchObject({ code: 'owner_role' })
  await owner.call(updateOperator, { params: hers, body: { role: 'owner' } })

  const results = await Promise.allSettled([
    owner.call(updateOperator, { params: own, body: { role: 'agent' } }),
    ada.call(deleteOperator, { params: hers }),
  ])
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(1)
  expect(refused[0]).toMatchObject({ reason: LAST })
  // Keys of the account act for the owner who stays.
  const { data } = await server.call(listOperators)
  const owners = data.filter(({ role }) => role === 'owner')
  expect(owners).toHaveLength(1)
  expect(owners[0]).toMatchObject({ is_first: true, is_me: true })
  // The database holds it, too.
  expect(() =>
    server.context.db.prepare("UPDATE operators SET role = 'agent' WHERE role = 'owner'").run(),
  ).toThrow('keeps an owner')
})
