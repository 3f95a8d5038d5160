import { expect, test } from 'vitest'
import { setEmailReception } from '#contracts/email-receiving.ts'
import { taggedAddress } from '../../../server/features/email/tags.ts'
import { createChance } from '../../generated/chance.ts'
import { serverWithOutbox } from '../../support/email.ts'
import { emailedVisitor, inboxOf, type Written, writeMail } from '../../support/incoming-mail.ts'
import { sample } from '../../support/sample.ts'
import { startServer } from '../../support/server.ts'
import { starterAssistant } from '../../support/visitor.ts'

const SEED = 20_261_126

/** Emails that are tried: the figure of docs/spec/threats.md, O9. */
const COUNT = sample(100, 500)

test('O9 no forged or spoofed reply reaches a conversation', async () => {
  const limits = { emailsOfAddress: 10_000, emailConversations: 10_000 }
  const server = await serverWithOutbox({ limits })
  const { id } = await starterAssistant(server)
  await server.call(setEmailReception, {
    body: { strangers: 'on', listed: [], assistant_id: Number(id), has_tags: true },
  })
  const { db } = server.context
  const receive = inboxOf(server)
  const ana = await emailedVisitor(server, 'ana@example.org')
  const bob = await emailedVisitor(server, 'bob@example.net')
  const rowOf = (uuid: string) =>
    db.prepare<[string], number>('SELECT id FROM conversations WHERE uuid = ?').pluck().get(uuid)!
  const own = 'support@example.com'
  const tagOf = (uuid: string) => taggedAddress(server.context, rowOf(uuid), own)
  // An installation with other keys signs other tags.
  const foreign = await startServer()
  const foreignTag = taggedAddress(
    { installation: { ...foreign.context.installation, keyFor: () => Buffer.alloc(32, 1) } },
    rowOf(ana.conversationId),
    own,
  )
  const chance = createChance(SEED)
  const spoil = (text: string, part: RegExp, alphabet: string) =>
    text.replace(part, (found) => {
      const at = chance.below(found.length)
      const others = [...alphabet].filter((sign) => sign !== found[at])
      return found.slice(0, at) + chance.pick(others) + found.slice(at + 1)
    })
  const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  const eve = () => `eve${chance.below(50)}@example.com`
  const tag = tagOf(ana.conversationId)
  const ways: readonly (() => Written)[] = [
    // A forged signature, id or both, from the right address.
    () => ({ inReplyTo: spoil(ana.messageId, /(?<=\.)[\w-]{22}(?=@)/, BASE64) }),
    () => ({ inReplyTo: spoil(ana.messageId, /(?<=<)[0-9a-z]+(?=\.)/, '0123456789') }),
    () => ({ inReplyTo: spoil(ana.messageId, /[\da-f]{12}(?=\.)/, '0123456789abcdef') }),
    () => ({ to: spoil(tag, /[\da-f]{32}/, '0123456789abcdef') }),
    () => ({ to: spoil(tag, /(?<=\+)[0-9a-z]+(?=-)/, '123456789') }),
    () => ({ to: foreignTag }),
    () => ({ to: `${tag.slice(0, tag.indexOf('-') + 1 + chance.below(31))}@example.com` }),
    // The real thing, stolen, from another address.
    () => ({ from: eve(), to: tag }),
    () => ({ from: eve(), to: tag.toUpperCase() }),
    () => ({ from: eve(), inReplyTo: ana.messageId }),
    () => ({ from: 'bob@example.net', inReplyTo: ana.messageId, to: tag }),
    () => ({ from: 'ana@example.org', inReplyTo: bob.messageId }),
    () => ({ from: `"ana@example.org" <${eve()}>`, inReplyTo: ana.messageId }),
    () => ({ from: `${eve()}, ana@example.org`, to: tag }),
    () => ({ headers: [`From: ${eve()}`], to: tag }),
    () => ({
      from: eve(),
      headers: ['Reply-To: ana@example.org', 'Sender: ana@example.org'],
      to: tag,
    }),
    () => ({ from: 'ana@example.org.evil.example', to: tag }),
    () => ({ from: `ana@example.org <${eve()}>`, to: tag }),
    // Nothing but the subject or the text.
    () => ({ from: eve(), subject: `Re: ${ana.messageId} [${ana.conversationId}]` }),
    () => ({ from: eve(), subject: 'Re: Your table', text: `${tag}\n${ana.messageId}` }),
    () => ({ from: eve(), subject: `x\r\n In-Reply-To: ${ana.messageId}` }),
    () => ({ from: eve(), headers: [`X-References: ${ana.messageId}`] }),
  ]
  for (let count = 0; count < COUNT; count += 1) {
    const mail = chance.pick(ways)()
    await receive(writeMail({ text: `forged ${count}`, ...mail }))
  }
  const before = ['Is there a table tonight?']
  expect(await ana.said()).toEqual(before)
  expect(await bob.said()).toEqual(before)
  // Those who opened a conversation of their own share nothing with them.
  const taken = db.prepare(`
    SELECT count(*) FROM messages JOIN conversations ON conversations.id = conversation_id
    WHERE content LIKE 'forged%' AND visitor_id IN (SELECT visitor_id FROM conversations WHERE uuid IN (?, ?))
  `)
  expect(taken.pluck().get(ana.conversationId, bob.conversationId)).toBe(0)
  // The same in earnest.
  expect(await receive(writeMail({ to: tag.toUpperCase() }))).toMatchObject({ status: 'taken' })
  expect(await ana.said()).toHaveLength(2)
})
