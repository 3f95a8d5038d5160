import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { fileQueries } from './file-queries.ts'

/*
 * A file from its upload until it has been read. It is in the database, so that a backup has it, and in pieces, each
 * written, read and removed by itself: nobody waits for 20 MB.
 */

type Needs = Pick<Context, 'db' | 'write'>

/** Size of a piece, bytes. */
export const PIECE_BYTES = 256 * 1024

/** Pieces removed in one commit. */
const SLICE = 4

/**
 * Keeps a file that no document has yet. Whoever gives it to none removes it; should the process end before, the next
 * start does.
 * @returns its id
 */
export async function keepFile(context: Needs, bytes: Uint8Array): Promise<number> {
  const { db, write } = context
  const files = fileQueries(db)
  const id = await write((tx) => files.begin(tx))
  try {
    for (let at = 0, place = 0; at < bytes.length; at += PIECE_BYTES, place += 1) {
      await write((tx) => files.insertPiece(tx, id, place, bytes.subarray(at, at + PIECE_BYTES)))
      await breathe()
    }
    return id
  } catch (error) {
    await removeFile(context, id)
    throw error
  }
}

/** The bytes of a document's file; undefined where there is none. */
export async function keptFile(
  { db }: Pick<Context, 'db'>,
  documentId: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const files = fileQueries(db)
  const id = files.ofDocument(documentId)
  if (id === undefined) return undefined
  const pieces: Buffer[] = []
  for (let piece = files.piece(id, 0); piece; piece = files.piece(id, pieces.length)) {
    pieces.push(piece)
    await breathe()
  }
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** Removes the file of a document, if there is one. */
export async function removeFileOf(context: Needs, documentId: number): Promise<void> {
  const id = fileQueries(context.db).ofDocument(documentId)
  if (id !== undefined) await removeFile(context, id)
}

/** Removes what uploads have left that were cut off. Call it at each start. */
export async function removeFilesOfNobody(context: Needs): Promise<void> {
  for (const id of fileQueries(context.db).ofNobody()) await removeFile(context, id)
}

/** Removes a file. */
export async function removeFile({ db, write }: Needs, id: number): Promise<void> {
  const files = fileQueries(db)
  while ((await write((tx) => files.removePieces(tx, id, SLICE))) === SLICE) await breathe()
  await write((tx) => files.remove(tx, id))
}
