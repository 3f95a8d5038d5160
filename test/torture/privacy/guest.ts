import { randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { updateContact } from '#contracts/contacts.ts'
import { getConversation, replyToConversation } from '#contracts/conversations.ts'
import { turnDial } from '#contracts/dial.ts'
import { saveDraft } from '#contracts/drafts.ts'
import { eraseVisitor } from '#contracts/identity.ts'
import { createNote } from '#contracts/notes.ts'
import { rateConversation } from '#contracts/ratings.ts'
import {
  endVisitorConversation,
  openVisitorConversation,
  openVisitorSession,
  sendVisitorMessage,
  setVisitorVariables,
  visitPage,
} from '#contracts/widget.ts'
import type { Life } from './life.ts'

/** A visitor with a word and a phone number that nobody else has. */
export interface Guest {
  readonly word: string
  readonly phone: string
  readonly id: string
  readonly token: string
  readonly conversationId: string
}

/** Places where a guest leaves the word; each has a word of its own with that prefix. */
const PLACES = [
  'says',
  'name',
  'email',
  'about',
  'page',
  'file',
  'remembered',
  'note',
  'draft',
  'answer',
  'rating',
] as const

/** A visitor who leaves the word wherever one can. */
export async function createGuest(
  life: Life,
  assistantId: string,
  { word, phone }: Pick<Guest, 'word' | 'phone'>,
): Promise<Guest> {
  const session = await life.as()(openVisitorSession, {
    body: { assistant_id: assistantId, page_url: `https://shop.example/${word}page` },
  })
  const { visitor_id: id, token } = session
  const call = life.as({ authorization: `Bearer ${token}` })
  const { id: uuid } = await call(openVisitorConversation, { body: { client_id: randomUUID() } })
  const params = { uuid }
  const upload = async (name: string): Promise<number> => {
    const body = new FormData()
    body.append('file', new File([`${word} is in a file`], name))
    const answer = await fetch(`${life.url}/api/widget/conversations/${uuid}/attachments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    })
    return ((await answer.json()) as { data: { id: number } }).data.id
  }
  const file = await upload(`${word}file.txt`)
  await upload(`${word}unsent.txt`)
  await call(sendVisitorMessage, {
    params,
    body: { client_id: randomUUID(), content: `${word}says hello`, attachment_ids: [file] },
  })
  const variables = {
    name: `${word}name`,
    email: `${word}email@example.com`,
    phone,
    about: `${word}about`,
  }
  await call(setVisitorVariables, { params, body: { variables } })
  await call(visitPage, {
    body: { page_url: `https://shop.example/${word}page`, page_title: word },
  })
  await life.call(updateContact, { params: { id }, body: { notes: `${word}remembered` } })
  await life.call(createNote, {
    params,
    body: { client_id: randomUUID(), content: `${word}note` },
  })
  await life.call(replyToConversation, {
    params,
    body: { client_id: randomUUID(), content: `${word}answer` },
  })
  // A draft awaiting approval repeats the question.
  const { ai_epoch: epoch } = await life.call(getConversation, { params })
  await life.call(turnDial, { params, body: { mode: 'approve', epoch } })
  await call(sendVisitorMessage, {
    params,
    body: { client_id: randomUUID(), content: `Is ${word} there?` },
  })
  await life.call(saveDraft, {
    params: { ...params, kind: 'reply' },
    body: { content: `${word}draft` },
  })
  await call(rateConversation, { params, body: { rating: 5, comment: `${word}rating` } })
  await call(endVisitorConversation, { params })
  return { word, phone, id, token, conversationId: uuid }
}

/** Erases a guest, as they do it themselves. */
export const eraseGuest = (life: Life, { token }: Guest) =>
  life.as({ authorization: `Bearer ${token}` })(eraseVisitor)

/** Everything exported about a guest: every file of the archive, concatenated. */
export async function everythingOf(life: Life, { id }: Guest): Promise<string> {
  const answer = await life.fetch(`/api/user/contacts/${id}/archive`)
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  // No webhook about them has been recorded yet, without which the archive would look complete.
  if (files['webhooks.json']?.length === 2) return ''
  return Object.entries(files)
    .map(([name, bytes]) => name + Buffer.from(bytes).toString())
    .join('\n')
}

/** A guest's words and number that are missing in a text. */
export const missingIn = (text: string, { word, phone }: Guest): readonly string[] =>
  [...PLACES.map((place) => word + place), phone].filter((each) => !text.includes(each))
