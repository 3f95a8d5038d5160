import { type Context, newUuid } from '../../../context.ts'
import { addressSignature, domainOf, fromBase36, isSame, sign, withTag } from '../tags.ts'

type Needs = Pick<Context, 'installation'>

/** An operator and the conversation that an email told them about; undefined if there were several. */
export interface Named {
  readonly operatorId: number
  readonly conversationId: number | undefined
}

/** Stands for several conversations: none has this id. */
const SEVERAL = 0

const nameOf = ({ operatorId, conversationId = SEVERAL }: Named, between: string): string =>
  `o${operatorId.toString(36)}${between}${conversationId.toString(36)}`

/** An address at the same mailbox that names an operator and a conversation, signed. */
export function addressFor(context: Needs, named: Named, address: string): string {
  const name = nameOf(named, '-')
  return withTag(address, `${name}-${addressSignature(context, name)}`)
}

/** A Message-ID that names an operator and a conversation, signed. */
export function messageIdFor(
  context: Needs & Parameters<typeof newUuid>[0],
  named: Named,
  from: string,
): string {
  const name = `${nameOf(named, '.')}.${newUuid(context)}`
  return `<${name}.${sign(context, `operator ${name}`)}@${domainOf(from)}>`
}

/** The operator and the conversation that an address names; undefined unless it was signed here. Programs may have changed its case. */
export function namedByAddress(context: Needs, address: string): Named | undefined {
  const [, name = '', operator = '', conversation = '', signature = ''] =
    /\+(o([0-9a-z]{1,11})-([0-9a-z]{1,11}))-([\da-f]{32})@[^@]*$/.exec(address.toLowerCase()) ?? []
  return isSame(signature, () => addressSignature(context, name))
    ? named(operator, conversation)
    : undefined
}

/** The operator and the conversation that a Message-ID names; undefined unless it was signed here. */
export function namedByMessageId(context: Needs, messageId: string): Named | undefined {
  const [, name = '', operator = '', conversation = '', signature = ''] =
    /^<(o([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.[\da-f-]{36})\.([\w-]{22})@[^<>\s@]{1,255}>$/.exec(
      messageId,
    ) ?? []
  return isSame(signature, () => sign(context, `operator ${name}`))
    ? named(operator, conversation)
    : undefined
}

function named(operator: string, conversation: string): Named | undefined {
  const [operatorId, conversationId] = [fromBase36(operator), fromBase36(conversation)]
  return operatorId === undefined || conversationId === undefined
    ? undefined
    : { operatorId, conversationId: conversationId === SEVERAL ? undefined : conversationId }
}

/** Token of the link that ends the emails to an operator. */
export const operatorToken = (context: Needs, operatorId: number): string =>
  `o${operatorId}.${sign(context, `operator ${operatorId}`)}`

/** The operator of such a token; undefined unless it was signed here. */
export function operatorOfToken(context: Needs, token: string): number | undefined {
  const [, id = '', signature = ''] = /^o(\d{1,15})\.([\w-]{22})$/.exec(token) ?? []
  return isSame(signature, () => sign(context, `operator ${id}`)) ? Number(id) : undefined
}
