import { type Fault, fault, type ReasonCode } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { grantsOf, may } from '../../../http/policy.ts'
import { accountQueries } from '../../accounts/queries.ts'
import { type AssistantWithLanguage, assistantQueries } from '../../assistants/queries.ts'
import { isEmailBlocked, isSenderBlocked } from '../../conversations/blocks/blocked.ts'
import { type ConversationRow, conversationQueries } from '../../conversations/queries.ts'
import { visitorQueries } from '../../conversations/visitors/queries.ts'
import { untagged } from '../../platform/values/email-address.ts'
import { namedByAddress, namedByMessageId, operatorOfToken } from '../operator-emails/names.ts'
import { type MailedOperator, operatorEmailQueries } from '../operator-emails/queries.ts'
import { type EmailRow, emailQueries } from '../queries.ts'
import { senderQueries } from '../sender/queries.ts'
import { conversationOfAddress, conversationOfMessageId } from '../tags.ts'
import { isConfirmed, isForged } from './authentication.ts'
import type { DeliveryReport, IncomingEmail } from './incoming.ts'
import { receivedQueries } from './queries.ts'
import { receptionQueries } from './reception-queries.ts'
import { ownText } from './visible-text.ts'

type Needs = Pick<Context, 'config' | 'db' | 'installation' | 'now'>

/** Fate of an incoming email. */
export type Verdict =
  | { readonly kind: 'reply'; readonly conversation: ConversationRow }
  | OperatorReply
  | { readonly kind: 'open'; readonly assistant: AssistantWithLanguage; readonly address: string }
  | { readonly kind: 'unsubscribe'; readonly address: string }
  /** An operator's emails end. */
  | { readonly kind: 'silence'; readonly operatorId: number }
  | Bounced
  | Ignored

/** An operator's reply to an email about a visitor who waits. */
export interface OperatorReply extends Alerted {
  readonly kind: 'operator'
}

interface Alerted {
  readonly conversation: ConversationRow
  readonly operator: MailedOperator
}

export interface Bounced {
  readonly kind: 'bounce'
  readonly email: EmailRow
  /** Words of the mail server that refused it. */
  readonly text: string
}

export interface Ignored {
  readonly kind: 'ignore'
  readonly reason: Fault<ReasonCode>
  /** The conversation that it names with our signature. */
  readonly conversation?: ConversationRow | undefined
}

const HOUR_MS = 3_600_000

/** Decides about an incoming email. Reads only, so that it can be asked again inside a transaction. */
export function judge(context: Needs, email: IncomingEmail): Verdict {
  const { report, from, automatic, subject } = email
  if (report) return judgeReport(context, report)
  if (from === undefined) return ignore('email_no_sender')
  if (isOwn(context, email, from)) return ignore('email_own')
  const told = namedAlert(context, email)
  const conversation = told ? told.conversation : namedConversation(context, email)
  if (automatic) return { kind: 'ignore', reason: automatic, conversation }
  const operatorId = silencedBy(context, subject)
  if (operatorId !== undefined) return { kind: 'silence', operatorId }
  if (/^\s*unsubscribe\s*$/i.test(subject) && emailQueries(context.db).isKnown(from))
    return isForged(email.authentication)
      ? ignore('email_forged')
      : { kind: 'unsubscribe', address: from }
  const text = told ? ownText(email.text) : email.text.trim()
  if (text === '' && email.files.length === 0)
    return { kind: 'ignore', reason: fault('email_empty'), conversation }
  if (told) return judgeOperator(context, email, from, told)
  return conversation
    ? judgeReply(context, email, from, conversation)
    : judgeStranger(context, email, from)
}

const ignore = (code: ReasonCode): Ignored => ({ kind: 'ignore', reason: fault(code) })

/** Our own email that came back, which would be answered for ever. */
function isOwn(context: Needs, { messageId }: IncomingEmail, from: string): boolean {
  const own = senderQueries(context.db).find()?.from_address.toLowerCase()
  return (
    own === untagged(from) ||
    conversationOfMessageId(context, messageId) !== undefined ||
    namedByMessageId(context, messageId) !== undefined
  )
}

/** The operator whose emails a subject ends with the token that was signed for them: an address alone can be made up. */
function silencedBy(context: Needs, subject: string): number | undefined {
  const [, token] = /^\s*unsubscribe\s+(\S{1,100})\s*$/i.exec(subject) ?? []
  return token === undefined ? undefined : operatorOfToken(context, token)
}

/**
 * The conversation that an email names by an address or a Message-ID that was signed here: what nobody else can make up. A
 * subject names nothing.
 */
function namedConversation(
  context: Needs,
  { recipients, references }: IncomingEmail,
): ConversationRow | undefined {
  const ids = [
    ...recipients.map((address) => conversationOfAddress(context, address)),
    ...references.map((messageId) => conversationOfMessageId(context, messageId)),
  ]
  for (const id of ids) {
    const row = id === undefined ? undefined : conversationQueries(context.db).byId(id)
    if (row?.type === 'widget' && row.visitor_id !== null) return row
  }
  return undefined
}

/** The operator and the conversation that an email names, signed here, as far as they are still there; undefined if it names none. */
function namedAlert(
  context: Needs,
  { recipients, references }: IncomingEmail,
): Partial<Alerted> | undefined {
  const { db } = context
  const named = [
    ...recipients.map((address) => namedByAddress(context, address)),
    ...references.map((messageId) => namedByMessageId(context, messageId)),
  ].find((found) => found !== undefined)
  if (!named) return undefined
  const { operatorId, conversationId } = named
  const operator = operatorEmailQueries(db).operator(operatorId)
  const conversation =
    conversationId === undefined ? undefined : conversationQueries(db).byId(conversationId)
  return { ...(operator && { operator }), ...(conversation && { conversation }) }
}

/**
 * An operator's reply counts if it comes from their own, confirmed address, and nothing that the receiving server found speaks against it. One
 * to a digest, about a conversation that was erased or of somebody who has left is never taken for a stranger's.
 */
function judgeOperator(
  { config, db, now }: Needs,
  { authentication }: IncomingEmail,
  from: string,
  { operator, conversation }: Partial<Alerted>,
): Verdict {
  if (!conversation) return ignore('email_stranger')
  if (operator?.user_id !== conversation.user_id)
    return { ...ignore('email_wrong_sender'), conversation }
  const caller = { grants: grantsOf(operator), isByKey: false, isOwner: operator.is_owner === 1 }
  if (operator.confirmed_email?.toLowerCase() !== from || !may(caller, 'conversations.change'))
    return { ...ignore('email_wrong_sender'), conversation }
  if (!isConfirmed(authentication)) return { ...ignore('email_forged'), conversation }
  const since = now().getTime() - HOUR_MS
  if (receivedQueries(db).takenFrom(from, since) >= config.limits.emailsOfAddress)
    return { ...ignore('email_too_many'), conversation }
  return { kind: 'operator', conversation, operator }
}

/** A reply counts if it comes from an address that the conversation has written to. */
function judgeReply(
  { config, db, now }: Needs,
  { authentication }: IncomingEmail,
  from: string,
  conversation: ConversationRow,
): Verdict {
  const visitor = visitorQueries(db).find(conversation.visitor_id!)
  const isExpected =
    visitor?.email?.toLowerCase() === from || receivedQueries(db).isWrittenTo(conversation.id, from)
  if (!isExpected) return { ...ignore('email_wrong_sender'), conversation }
  // Without a word in the conversation, which a flood of emails would fill.
  if (
    isSenderBlocked({ db, now }, conversation) ||
    isEmailBlocked({ db, now }, conversation.user_id, from)
  )
    return ignore('email_blocked')
  // Somebody their website vouches for is never somebody else.
  if (visitor && visitor.external_id !== null && isForged(authentication))
    return { ...ignore('email_forged'), conversation }
  const since = now().getTime() - HOUR_MS
  if (receivedQueries(db).takenFrom(from, since) >= config.limits.emailsOfAddress)
    return { ...ignore('email_too_many'), conversation }
  return { kind: 'reply', conversation }
}

/** Email of somebody without a conversation opens one, if the rules allow it. */
function judgeStranger(
  { config, db, now }: Needs,
  { authentication }: IncomingEmail,
  from: string,
): Verdict {
  const rules = receptionQueries(db).find()
  const isWelcome =
    rules.strangers === 'on' || (rules.strangers === 'listed' && isListed(rules.listed, from))
  if (!isWelcome) return ignore('email_stranger')
  if (isForged(authentication)) return ignore('email_forged')
  const owner = accountQueries(db).owner()!.id
  if (isEmailBlocked({ db, now }, owner, from)) return ignore('email_blocked')
  const assistant =
    rules.assistant_id === null ? undefined : assistantQueries(db).find(owner, rules.assistant_id)
  if (assistant?.status !== 'active') return ignore('email_no_assistant')
  const received = receivedQueries(db)
  const since = now().getTime() - HOUR_MS
  const isTooMuch =
    received.takenFrom(from, since) >= config.limits.emailsOfAddress ||
    received.opened(since) >= config.limits.emailConversations
  return isTooMuch ? ignore('email_too_many') : { kind: 'open', assistant, address: from }
}

function isListed(json: string, from: string): boolean {
  const entries: readonly string[] = JSON.parse(json)
  const domain = from.slice(from.lastIndexOf('@') + 1)
  return entries.some((entry) => entry === from || entry.replace(/^@/, '') === domain)
}

/** A report counts if it is about an email of ours and its recipient. */
function judgeReport(context: Needs, { messageId, recipients }: DeliveryReport): Verdict {
  const isOurs =
    messageId !== undefined && conversationOfMessageId(context, messageId) !== undefined
  const email = isOurs ? emailQueries(context.db).byMessageId(messageId) : undefined
  const failed = recipients.find(
    ({ address, action }) => action === 'failed' && address === email?.address.toLowerCase(),
  )
  return email && failed ? { kind: 'bounce', email, text: failed.text } : ignore('email_report')
}
