import { isUtf8 } from 'node:buffer'
import { type FaultParams, type FieldCode, fault } from '#contracts/faults.ts'
import { type DocumentType, FileKind } from '#contracts/knowledge.ts'
import { InvalidFields } from '../../errors.ts'
import { sha256Of } from './sha256.ts'

/** A file whose name and first bytes agree on its type. */
export interface UploadedFile {
  readonly name: string
  readonly kind: FileKind
  readonly bytes: Uint8Array
  readonly sha256: string
}

/** Maximum length of a stored name, code points. */
const MAX_NAME = 255

const KINDS = FileKind.options

/** File extensions in addition to the types themselves. */
const EXTENSIONS: ReadonlyMap<string, FileKind> = new Map([
  ['markdown', 'md'],
  ['htm', 'html'],
])

/**
 * Checks an uploaded file: its extension must be a known type, and its content must match it.
 * @throws InvalidFields on `file`
 */
export async function uploadedFile(file: File, type?: DocumentType): Promise<UploadedFile> {
  const ending = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  const kind = EXTENSIONS.get(ending) ?? KINDS.find((option) => option === ending)
  if (!kind || (type !== undefined && type !== kind)) {
    throw faulty('file_type_not_allowed', { types: type ?? KINDS.join(', ') })
  }
  if (file.size === 0) throw faulty('file_empty')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const content = Buffer.from(bytes.buffer)
  if (!SIGNATURES[kind](content)) throw faulty(MISMATCH_CODES[kind])
  return { name: storable(file.name), kind, bytes, sha256: await sha256Of(bytes) }
}

/** UTF-8 text without NUL characters, which only binary files contain. */
const isText = (content: Buffer): boolean => isUtf8(content) && !content.includes(0)

const SIGNATURES: Readonly<Record<FileKind, (content: Buffer) => boolean>> = {
  pdf: (content) => content.subarray(0, 1024).includes('%PDF-'),
  docx: (content) =>
    content.subarray(0, 4).equals(Buffer.from('PK\x03\x04')) && content.includes('word/'),
  txt: isText,
  md: isText,
  html: isText,
  csv: isText,
}

/** Error code for content that does not match the file's extension. */
const MISMATCH_CODES: Readonly<Record<FileKind, FieldCode>> = {
  pdf: 'file_not_pdf',
  docx: 'file_not_word',
  txt: 'file_not_text',
  md: 'file_not_text',
  html: 'file_not_text',
  csv: 'file_not_text',
}

/** A name that can be stored and shown on one line, with its extension kept. */
function storable(name: string): string {
  const characters = [...name.toWellFormed().replace(/\p{Cc}/gu, ' ')]
  return characters.slice(-MAX_NAME).join('')
}

const faulty = (code: FieldCode, params?: FaultParams) =>
  new InvalidFields({ file: [fault(code, params)] })
