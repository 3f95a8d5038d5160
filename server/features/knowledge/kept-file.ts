import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { fileQueries } from './file-queries.ts'

/*
 * Uploaded files until they are processed. They are stored in the database so that backups include them, and in pieces
 * that are written, read and deleted one at a time so that a 20 MB file does not block the event loop.
 */

type Needs = Pick<Context, 'db' | 'write'>

/** Maximum size of a piece, bytes. */
export const PIECE_BYTES = 256 * 1024

/** Pieces deleted per transaction. */
const SLICE = 4

/**
 * Stores a file that is not assigned to a document yet. A caller that does not assign it must remove it; after a crash,
 * the next start does.
 * @returns the id of the upload
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

/** Reads the file of a document; undefined if there is none. */
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

/** Deletes the file of a document, if it exists. */
export async function removeFileOf(context: Needs, documentId: number): Promise<void> {
  const id = fileQueries(context.db).ofDocument(documentId)
  if (id !== undefined) await removeFile(context, id)
}

/** Deletes leftovers of interrupted uploads. Called at startup. */
export async function removeOrphanedFiles(context: Needs): Promise<void> {
  for (const id of fileQueries(context.db).ofNobody()) await removeFile(context, id)
}

/** Deletes an upload with its pieces. */
export async function removeFile({ db, write }: Needs, id: number): Promise<void> {
  const files = fileQueries(db)
  while ((await write((tx) => files.removePieces(tx, id, SLICE))) === SLICE) await breathe()
  await write((tx) => files.remove(tx, id))
}
