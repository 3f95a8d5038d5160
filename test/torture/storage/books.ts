import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { listAssistants } from '#contracts/assistants.ts'
import { createClient } from '#contracts/client.ts'
import {
  openVisitorConversation,
  openVisitorSession,
  sendVisitorMessage,
} from '#contracts/widget.ts'
import { type Db, openDb } from '../../../server/db/open.ts'
import type { Life } from './life.ts'

interface Message {
  readonly client_id: string
  readonly content: string
}

/** A visitor who writes; the token is valid across restarts. */
interface Sender {
  readonly token: string
  readonly uuid: string
}

/** Messages that were sent, as known to their senders. */
export interface Books {
  readonly senders: readonly Sender[]
  /** Answered with 2xx: the content, by client id. */
  readonly acknowledged: Map<string, string>
  /** Sent, with an unknown outcome. */
  readonly unsure: (Message & { readonly sender: Sender })[]
  /** Duration of each acknowledgement, ms. */
  readonly waits: number[]
  /** Number of rejected requests, by status. */
  readonly refused: Map<number, number>
}

/** Opens a conversation for each of several visitors. */
export async function openBooks(life: Life, count: number): Promise<Books> {
  const { data } = await life.call(listAssistants)
  const senders: Sender[] = []
  for (let index = 0; index < count; index += 1) {
    const anybody = createClient({ origin: life.url })
    const { token } = await anybody(openVisitorSession, { body: { assistant_id: data[0]!.uuid } })
    const { id } = await life.as(token)(openVisitorConversation, {
      body: { client_id: randomUUID() },
    })
    senders.push({ token, uuid: id })
  }
  return { senders, acknowledged: new Map(), unsure: [], waits: [], refused: new Map() }
}

/** Sends one message, and records the outcome. */
export async function send(life: Life, books: Books, message: Books['unsure'][number]) {
  const { sender, ...body } = message
  const begun = performance.now()
  try {
    await life.as(sender.token)(sendVisitorMessage, { params: { uuid: sender.uuid }, body })
    books.acknowledged.set(body.client_id, body.content)
    books.waits.push(performance.now() - begun)
    return true
  } catch (error) {
    const { status } = error as { status?: number }
    books.unsure.push(message)
    if (status) books.refused.set(status, (books.refused.get(status) ?? 0) + 1)
    return false
  }
}

/** All visitors write continuously until stopped; `stop` resolves once nothing is in flight. */
export function typeAll(life: Life, books: Books) {
  let isOver = false
  const all = books.senders.map(async (sender) => {
    while (!isOver) {
      const client_id = randomUUID()
      const content = `What I have to say is ${client_id}`
      if (!(await send(life, books, { sender, client_id, content }))) await pause()
    }
  })
  return async () => {
    isOver = true
    await Promise.all(all)
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 5))

/** Resends the messages with an unknown outcome, under their own ids. */
export async function sendAgain(life: Life, books: Books): Promise<void> {
  for (const message of books.unsure.splice(0)) await send(life, books, message)
}

/** Comparison of a database file with the books. */
export interface Found {
  readonly isSound: boolean
  /** Acknowledged and missing, or with different content. */
  readonly lost: number
  /** Duplicated. */
  readonly doubled: number
}

const DATABASE = ['parley.db', 'parley.db-wal'] as const

/** Reads a copy of a database as left by its dead server, so that the next start finds it untouched. */
export function inspectCopy(folder: string, scratch: string, acknowledged: Books['acknowledged']) {
  for (const name of DATABASE) {
    rmSync(path.join(scratch, name), { force: true })
    if (existsSync(path.join(folder, name)))
      copyFileSync(path.join(folder, name), path.join(scratch, name))
  }
  rmSync(path.join(scratch, 'parley.db-shm'), { force: true })
  return inspect(path.join(scratch, 'parley.db'), acknowledged)
}

/** Opens a database as a start does, and compares it with the books. */
export function inspect(file: string, acknowledged: ReadonlyMap<string, string>): Found {
  let db: Db | undefined
  try {
    db = openDb(file)
    const isSound =
      db.pragma('integrity_check', { simple: true }) === 'ok' &&
      (db.pragma('foreign_key_check') as unknown[]).length === 0
    return { isSound, ...compare(db, acknowledged) }
  } catch {
    return { isSound: false, lost: 0, doubled: 0 }
  } finally {
    db?.close()
  }
}

function compare(db: Db, acknowledged: ReadonlyMap<string, string>) {
  const rows = db
    .prepare<[], [string, string]>(
      "SELECT client_id, content FROM messages WHERE author = 'visitor'",
    )
    .raw()
    .all()
  const stored = new Map(rows)
  let lost = 0
  for (const [id, content] of acknowledged) if (stored.get(id) !== content) lost += 1
  return { lost, doubled: rows.length - new Set(rows.map(([, content]) => content)).size }
}
