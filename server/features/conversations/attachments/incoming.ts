import { MAX_ATTACHMENT, MAX_ATTACHMENTS } from '#contracts/constants.ts'
import { type Context, newSecret } from '../../../context.ts'
import type { Tx } from '../../../db/write.ts'
import { kindOf } from './kind.ts'
import { safeName } from './name.ts'
import { pictureSize } from './picture-size.ts'
import { attachmentQueries, type NewFile } from './queries.ts'

/** A file that came with a message from elsewhere, such as an email. */
export interface IncomingFile {
  readonly name: string
  readonly content: Uint8Array<ArrayBuffer>
}

type Needs = Pick<Context, 'db' | 'now' | 'randomBytes' | 'attachments' | 'write'>

/** Files of such a message, written to disk but not yet part of one here. */
export interface StoredFiles {
  readonly files: readonly NewFile[]
  /** Names of those that an upload would have been refused for, too. */
  readonly leftOut: readonly string[]
}

/**
 * Writes the files that pass the rules of uploads. They are part of nothing until their rows are inserted; what
 * never gets there is swept.
 * @param room bytes that they may have in all
 */
export async function storeFiles(
  context: Needs,
  incoming: readonly IncomingFile[],
  room: number,
): Promise<StoredFiles> {
  const { db, write, now, attachments: folder } = context
  const kept: { readonly file: NewFile; readonly content: Uint8Array }[] = []
  const leftOut: string[] = []
  let left = room
  for (const each of incoming) {
    const name = safeName(each.name)
    const size = each.content.byteLength
    const fits = size > 0 && size <= Math.min(MAX_ATTACHMENT, left) && kept.length < MAX_ATTACHMENTS
    const media_type = fits ? await kindOf(new Blob([each.content]), name) : undefined
    if (media_type === undefined) {
      leftOut.push(name)
      continue
    }
    left -= size
    const { width = null, height = null } = pictureSize(bufferOf(each.content), media_type) ?? {}
    const file = { key: newSecret(context), name, media_type, size, width, height }
    kept.push({ file, content: each.content })
  }
  const files = kept.map(({ file }) => file)
  // Noted first: a file that nothing names would never be found again.
  if (files.length > 0)
    await write((tx) => {
      for (const { key } of files) attachmentQueries(db).announce(tx, key, now())
    })
  for (const { file, content } of kept) await folder.save(file.key, content)
  return { files, leftOut }
}

/** Inserts the rows of stored files that a visitor (no operator) or an operator sent; returns their ids. */
export function attachFiles(
  tx: Tx,
  { db, now }: Pick<Context, 'db' | 'now'>,
  by: { readonly conversationId: number; readonly operatorId: number | null },
  files: StoredFiles['files'],
): number[] {
  const attachments = attachmentQueries(db)
  return files.map((file) => {
    attachments.arrived(tx, file.key)
    return attachments.insert(tx, { ...file, ...by, now: now().getTime() }).id
  })
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
