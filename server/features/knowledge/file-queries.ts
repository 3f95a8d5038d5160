import { oncePerDb } from '../../db/once-per-db.ts'
import type { Tx } from '../../db/write.ts'

/** All SQL for uploaded files awaiting processing, stored in pieces. */
export const fileQueries = oncePerDb((sql) => {
  const insert = sql
    .write<[], number>('INSERT INTO document_uploads (document_id) VALUES (NULL) RETURNING id')
    .pluck()
  const assign = sql.write<[number, number]>(
    'UPDATE document_uploads SET document_id = ? WHERE id = ?',
  )
  const ofDocument = sql
    .read<[number], number>('SELECT id FROM document_uploads WHERE document_id = ?')
    .pluck()
  const orphaned = sql
    .read<[], number>('SELECT id FROM document_uploads WHERE document_id IS NULL ORDER BY id')
    .pluck()
  const insertPiece = sql.write<[number, number, Uint8Array]>(
    'INSERT INTO document_pieces (upload_id, place, content) VALUES (?, ?, ?)',
  )
  const piece = sql
    .read<[number, number], Buffer>(
      'SELECT content FROM document_pieces WHERE upload_id = ? AND place = ?',
    )
    .pluck()
  const removePieces = sql.write<[number, number]>(`
    DELETE FROM document_pieces
    WHERE rowid IN (SELECT rowid FROM document_pieces WHERE upload_id = ? ORDER BY place DESC LIMIT ?)
  `)
  const remove = sql.write<[number]>('DELETE FROM document_uploads WHERE id = ?')

  return {
    /** Creates an upload without a document. */
    begin: (tx: Tx) => insert.get(tx)!,
    insertPiece: (tx: Tx, uploadId: number, place: number, content: Uint8Array) =>
      insertPiece.run(tx, uploadId, place, content),
    /** Assigns a complete upload to its document. */
    assign: (tx: Tx, uploadId: number, documentId: number) => assign.run(tx, documentId, uploadId),
    ofDocument: (documentId: number) => ofDocument.get(documentId),
    /** Uploads without a document. */
    ofNobody: () => orphaned.all(),
    piece: (uploadId: number, place: number) => piece.get(uploadId, place),
    /** Deletes at most `limit` pieces, last first; returns the number deleted. */
    removePieces: (tx: Tx, uploadId: number, limit: number) =>
      removePieces.run(tx, uploadId, limit).changes,
    remove: (tx: Tx, uploadId: number) => remove.run(tx, uploadId),
  }
})
