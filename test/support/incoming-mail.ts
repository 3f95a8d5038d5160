import { randomUUID } from 'node:crypto'
import { getConversation, listMessages } from '#contracts/conversations.ts'
import { getEmail, listEmails } from '#contracts/email.ts'
import { createTurns } from '../../server/features/conversations/turns/run.ts'
import { receiveEmail } from '../../server/features/email/receiving/receive.ts'
import { AWAY_MS, outboxOf, reply, type serverWithOutbox, visitorWithAddress } from './email.ts'
import type { TestServer } from './server.ts'
import type { TestVisitor } from './visitor.ts'

/** An email that a test sends to the desk. */
export interface Written {
  readonly from?: string
  readonly to?: string
  readonly subject?: string
  readonly text?: string
  readonly messageId?: string
  /** Message-ID that it replies to. */
  readonly inReplyTo?: string | undefined
  /** Further header lines. */
  readonly headers?: readonly string[]
  /** Content type and body in place of the text. */
  readonly type?: string
  readonly body?: string
}

/** A raw email. */
export function writeMail({
  from = 'Ana <ana@example.org>',
  to = 'support@example.com',
  subject = 'Re: Your table',
  text = 'Yes, please.',
  messageId = `<${randomUUID()}@example.org>`,
  inReplyTo,
  headers = [],
  type = 'text/plain; charset=utf-8',
  body = text,
}: Written = {}): Buffer {
  const lines = [
    ...headers,
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    ...(messageId === '' ? [] : [`Message-ID: ${messageId}`]),
    'Date: Thu, 01 Jan 2026 12:00:00 +0000',
    ...(inReplyTo === undefined ? [] : [`In-Reply-To: ${inReplyTo}`, `References: ${inReplyTo}`]),
    'MIME-Version: 1.0',
    `Content-Type: ${type}`,
    '',
    body,
  ]
  return Buffer.from(lines.join('\r\n').replace(/\r?\n/g, '\r\n'))
}

/** A body of several parts, each with its headers. */
export function partsOf(...parts: readonly string[]) {
  return {
    type: 'multipart/mixed; boundary=part',
    body: `${parts.map((part) => `--part\n${part}\n`).join('')}--part--\n`,
  }
}

/** A function that lets an email come in at a server. */
export function inboxOf({ context }: TestServer) {
  const needs = { ...context, turns: createTurns(context) }
  return (raw: Uint8Array) => receiveEmail(needs, raw)
}

/** A visitor who has been sent a reply by email, and its Message-ID. */
export async function emailedVisitor(
  server: Awaited<ReturnType<typeof serverWithOutbox>>,
  address?: string,
) {
  const before = (await server.call(listEmails)).data.map(({ status }) => status)
  const visitor = await visitorWithAddress(server, address)
  await reply(server, visitor, 'We have two tables left.')
  await server.clock.advance(AWAY_MS)
  const [email] = await outboxOf(server, ['sandbox', ...before])
  const { message_id: messageId } = await server.call(getEmail, { params: { id: email!.id } })
  return { ...visitor, messageId, ...threadOf(server, visitor) }
}

/** Readers of a visitor's conversation. */
export function threadOf(
  server: TestServer,
  { conversationId }: Pick<TestVisitor, 'conversationId'>,
) {
  const params = { uuid: conversationId }
  return {
    /** Messages of the visitor, in order. */
    said: async () =>
      (await server.call(listMessages, { params })).data
        .filter(({ author }) => author === 'visitor')
        .map(({ content }) => content),
    activities: async () => (await server.call(getConversation, { params })).activities,
  }
}
