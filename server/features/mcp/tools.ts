import { z } from 'zod'
import { getMe } from '#contracts/accounts.ts'
import { allEndpoints } from '#contracts/all.ts'
import { getAssistant, listAllAssistants } from '#contracts/assistants.ts'
import { endCall, getCall, getCallTimeline, listCalls, makeCall } from '#contracts/calls.ts'
import { listCannedReplies } from '#contracts/canned-replies.ts'
import { getContact, listContacts, updateContact } from '#contracts/contacts.ts'
import {
  endConversation,
  getConversation,
  listConversations,
  listMessages,
  replyToConversation,
} from '#contracts/conversations.ts'
import { turnDial } from '#contracts/dial.ts'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { getHome } from '#contracts/home.ts'
import { countInbox, listInbox } from '#contracts/inbox.ts'
import { changeInBulk } from '#contracts/inbox-bulk.ts'
import { searchAll } from '#contracts/inbox-search.ts'
import { listDocuments, listKnowledgeBases } from '#contracts/knowledge.ts'
import { searchKnowledgeBase } from '#contracts/knowledge-passages.ts'
import { listLabels } from '#contracts/labels.ts'
import { createNote, listNotes } from '#contracts/notes.ts'
import { listOperators } from '#contracts/operators.ts'
import { listPhoneNumbers } from '#contracts/phone-numbers.ts'
import { generateReply } from '#contracts/replies.ts'
import { getSms, listSms, sendSms } from '#contracts/sms.ts'

/** An endpoint as a tool of the Model Context Protocol. */
export interface McpTool {
  /** The endpoint's name in snake case. */
  readonly name: string
  readonly endpoint: AnyEndpoint
  /** Parameters, query and body as one object. */
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown }
}

/** Endpoints that an AI assistant may use, in the order of the list. */
const OFFERED: readonly AnyEndpoint[] = [
  getMe,
  getHome,
  searchAll,
  countInbox,
  listInbox,
  listConversations,
  getConversation,
  listMessages,
  replyToConversation,
  listNotes,
  createNote,
  turnDial,
  endConversation,
  changeInBulk,
  listLabels,
  listCannedReplies,
  listOperators,
  listContacts,
  getContact,
  updateContact,
  listCalls,
  getCall,
  getCallTimeline,
  makeCall,
  endCall,
  listSms,
  getSms,
  sendSms,
  listPhoneNumbers,
  listAllAssistants,
  getAssistant,
  generateReply,
  listKnowledgeBases,
  listDocuments,
  searchKnowledgeBase,
]

/** Field by which a repeated request is recognised; a call without one gets a new one. */
export const CLIENT_ID = 'client_id'

/** Creates the tools, each with the schema of its arguments. */
export function createTools(): readonly McpTool[] {
  const names = new Map(allEndpoints.map(({ name, endpoint }) => [endpoint, name]))
  return OFFERED.map((endpoint) => ({
    name: snakeCase(names.get(endpoint)!),
    endpoint,
    inputSchema: inputSchemaOf(endpoint),
  }))
}

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function inputSchemaOf({ params, query, body }: AnyEndpoint): McpTool['inputSchema'] {
  const shape = { ...params?.shape, ...query?.shape, ...body?.shape }
  if (CLIENT_ID in shape) shape[CLIENT_ID] = shape[CLIENT_ID].optional()
  const { $schema: _, ...schema } = z.toJSONSchema(z.object(shape), {
    io: 'input',
    unrepresentable: 'any',
  })
  return { ...schema, type: 'object' }
}
