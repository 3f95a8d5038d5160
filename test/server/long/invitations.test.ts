import { expect, test } from 'vitest'
import { getMe } from '#contracts/accounts.ts'
import { emailInvitation } from '#contracts/invitations.ts'
import { createOperator, listOperators, revokeOperatorLinks } from '#contracts/operators.ts'
import { createRole } from '#contracts/roles.ts'
import { serverWithMail, serverWithOutbox } from '../../support/email.ts'
import { partsOfMail } from '../../support/mail-server.ts'
import { colleague, signedIn, signedInOwner } from '../../support/operators.ts'

const PUBLIC = 'https://desk.example.com'
const body = { language: 'de' }

test('an invitation by email holds a link that signs in once, and can be revoked until then', async () => {
  const server = await serverWithMail({ publicUrl: PUBLIC })
  const owner = await signedInOwner(server)
  const invite = async (name: string, email: string | null) => {
    const { data } = await owner.call(createOperator, { body: { name, email } })
    return { id: data.id }
  }
  const ann = await invite('Ann', 'ann@example.org')
  await owner.call(revokeOperatorLinks, { params: ann })
  const invitedUntil = async ({ id }: { id: number }) =>
    (await owner.call(listOperators)).data.find((one) => one.id === id)!.invited_until
  expect(await invitedUntil(ann)).toBeNull()
  const sent = await owner.call(emailInvitation, { params: ann, body })
  expect(sent).toEqual({ ok: true, message: 'Sent to ann@example.org.' })
  const days =
    (Date.parse((await invitedUntil(ann))!) - server.context.now().getTime()) / 86_400_000
  expect(days).toBeCloseTo(7, 1)
  const [mail] = server.mail.received
  const { text } = partsOfMail(mail!.raw)
  expect(text).toContain('lädt Sie ein, mit Parley Besuchern')
  const [, secret] = /#signin=([\w-]+)/.exec(text)!
  expect(text).toContain(`${PUBLIC}/app/#signin=`)
  const { call } = await signedIn(server, `#signin=${secret}`)
  await call(getMe)
  expect(await invitedUntil(ann)).toBeNull()
  await expect(signedIn(server, `#signin=${secret}`)).rejects.toThrow()

  const ben = await invite('Ben', 'ben@example.org')
  await owner.call(emailInvitation, { params: ben, body })
  expect(await owner.call(revokeOperatorLinks, { params: ben })).toMatchObject({ revoked: 2 })
  const { text: his } = partsOfMail(server.mail.received[1]!.raw)
  await expect(signedIn(server, `#signin=${/#signin=([\w-]+)/.exec(his)![1]}`)).rejects.toThrow()
  const cleo = await invite('Cleo', null)
  expect(await owner.call(emailInvitation, { params: cleo, body })).toMatchObject({
    ok: false,
    message: 'This person has no email address.',
  })

  // Nobody mails a link of someone who may do more.
  const { data: office } = await owner.call(createRole, {
    body: { name: 'Office', capabilities: ['people'] },
  })
  const { sign_in } = await owner.call(createOperator, {
    body: { name: 'Olga', custom_role_id: office.id },
  })
  const olga = await signedIn(server, sign_in.url)
  const { operator } = await colleague(server, 'Ada', 'admin')
  for (const endpoint of [emailInvitation, revokeOperatorLinks] as const)
    await expect(
      olga.call(endpoint as typeof emailInvitation, { params: { id: operator.id }, body }),
    ).rejects.toMatchObject({ code: 'role_exceeds_own' })
})

test('an invitation that is not sent leaves no link, and says why', async () => {
  const sandbox = await serverWithOutbox({ publicUrl: PUBLIC })
  const { call } = await signedInOwner(sandbox)
  const person = { name: 'Ann', email: 'ann@example.org' }
  const { data } = await call(createOperator, { body: person })
  const params = { id: data.id }
  await call(revokeOperatorLinks, { params })
  expect(await call(emailInvitation, { params, body })).toMatchObject({ ok: false })
  const without = await serverWithMail()
  const owner = await signedInOwner(without)
  const { data: ann } = await owner.call(createOperator, { body: person })
  expect(await owner.call(emailInvitation, { params: { id: ann.id }, body })).toMatchObject({
    ok: false,
    message: expect.stringContaining('PARLEY_PUBLIC_URL'),
  })
  expect(without.mail.received).toEqual([])

  const refusing = await serverWithMail({ publicUrl: PUBLIC })
  refusing.mail.behaviour.onMail = () => {
    throw Object.assign(new Error('No such user'), { responseCode: 550 })
  }
  const desk = await signedInOwner(refusing)
  const { data: ben } = await desk.call(createOperator, { body: person })
  await desk.call(revokeOperatorLinks, { params: { id: ben.id } })
  expect(await desk.call(emailInvitation, { params: { id: ben.id }, body })).toMatchObject({
    ok: false,
  })
  const [, his] = (await desk.call(listOperators)).data
  expect(his!.invited_until).toBeNull()
})
