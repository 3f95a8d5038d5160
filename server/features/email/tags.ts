import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import { newUuid } from '../../context.ts'

type Needs = Pick<Context, 'installation'>

/** Length of a signature, characters of base64url: 132 bits. */
const SIGNATURE = 22

/** Path of the page on which a recipient ends the emails. */
export const UNSUBSCRIBE_PATH = '/email/unsubscribe/'

const sign = ({ installation }: Needs, text: string): string =>
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

/** The domain of an address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
