import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import { newUuid } from '../../context.ts'

type Needs = Pick<Context, 'installation'>

/** Length of a signature, characters of base64url: 132 bits. */
const SIGNATURE = 22

/** Path of the page on which a recipient ends the emails. */
export const UNSUBSCRIBE_PATH = '/email/unsubscribe/'

/** Signs a text with the key of email, 132 bits. */
export const sign = ({ installation }: Needs, text: string): string =>
  createHmac('sha256', installation.keyFor('email'))
    .update(text)
    .digest('base64url')
    .slice(0, SIGNATURE)

/** Token of the link that ends the emails to the recipient of one. */
export const unsubscribeToken = (context: Needs, emailId: number): string =>
  `${emailId}.${sign(context, `unsubscribe ${emailId}`)}`

/** The email that a token is of; undefined unless it was signed here. */
export function emailOfToken(context: Needs, token: string): number | undefined {
  const [, id = '', signature = ''] = /^(\d{1,15})\.([\w-]{22})$/.exec(token) ?? []
  if (id === '') return undefined
  const known = Buffer.from(sign(context, `unsubscribe ${id}`))
  return timingSafeEqual(known, Buffer.from(signature)) ? Number(id) : undefined
}

/** A Message-ID that names the conversation, signed: a reply that refers to it belongs there. */
export function newMessageId(
  context: Needs & Parameters<typeof newUuid>[0],
  conversationId: number,
  from: string,
): string {
  const name = `${conversationId.toString(36)}.${newUuid(context)}`
  return `<${name}.${sign(context, `message ${name}`)}@${domainOf(from)}>`
}

/** The conversation that a Message-ID names; undefined unless it was signed here. */
export function conversationOfMessageId(context: Needs, messageId: string): number | undefined {
  const [, name = '', id = '', signature = ''] =
    /^<(([0-9a-z]{1,11})\.[\da-f-]{36})\.([\w-]{22})@[^<>\s@]{1,255}>$/.exec(messageId) ?? []
  return isSame(signature, () => sign(context, `message ${name}`)) ? fromBase36(id) : undefined
}

/** An address at the same mailbox that names the conversation, signed; the address itself if the tag does not fit. */
export function taggedAddress(context: Needs, conversationId: number, address: string): string {
  const id = conversationId.toString(36)
  return withTag(address, `${id}-${addressSignature(context, id)}`)
}

/** An address with a tag; the address itself if the tag does not fit. */
export function withTag(address: string, tag: string): string {
  const at = address.lastIndexOf('@')
  const local = `${address.slice(0, at)}+${tag}`
  return local.length > MAX_LOCAL_PART ? address : `${local}${address.slice(at)}`
}

/** The conversation that a tagged address names; undefined unless it was signed here. Programs may have changed its case. */
export function conversationOfAddress(context: Needs, address: string): number | undefined {
  const [, id = '', signature = ''] =
    /\+([0-9a-z]{1,11})-([\da-f]{32})@[^@]*$/.exec(address.toLowerCase()) ?? []
  return isSame(signature, () => addressSignature(context, id)) ? fromBase36(id) : undefined
}

/** Longest part of an address before the `@` (RFC 5321). */
const MAX_LOCAL_PART = 64

/** Signature of what a tag names, 128 bits that survive a change of case. */
export const addressSignature = ({ installation }: Needs, id: string): string =>
  createHmac('sha256', installation.keyFor('email'))
    .update(`address ${id}`)
    .digest('hex')
    .slice(0, 32)

/** Compares signatures in constant time; `known` is only computed for one of the right form. */
export function isSame(signature: string, known: () => string): boolean {
  return signature !== '' && timingSafeEqual(Buffer.from(known()), Buffer.from(signature))
}

/** A number from its base-36 digits; undefined for one that is too large. */
export function fromBase36(text: string): number | undefined {
  const id = Number.parseInt(text, 36)
  return Number.isSafeInteger(id) ? id : undefined
}

/** The domain of an address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
