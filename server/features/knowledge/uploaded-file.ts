import { isUtf8 } from 'node:buffer'
import { type FaultParams, type FieldCode, fault } from '#contracts/faults.ts'
import { type DocumentType, FileKind } from '#contracts/knowledge.ts'
import { InvalidFields } from '../../errors.ts'
import { sha256Of } from './sha256.ts'

/** A file that is what it says it is, as far as its first look tells. */
export interface UploadedFile {
  readonly name: string
  readonly kind: FileKind
  readonly bytes: Uint8Array
  readonly sha256: string
}

/** Longest name that is kept, code points. */
const MAX_NAME = 255

const KINDS = FileKind.options

/** Endings of names beside the kinds themselves. */
const ENDINGS: ReadonlyMap<string, FileKind> = new Map([
  ['markdown', 'md'],
  ['htm', 'html'],
])

/**
 * Looks at an uploaded file: its name must end like one of the kinds, and its content must begin like that kind.
 * @throws InvalidFields on `file`
 */
export async function uploadedFile(file: File, type?: DocumentType): Promise<UploadedFile> {
  const ending = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  const kind = ENDINGS.get(ending) ?? KINDS.find((option) => option === ending)
  if (!kind || (type !== undefined && type !== kind)) {
    throw faulty('file_type_not_allowed', { types: type ?? KINDS.join(', ') })
  }
  if (file.size === 0) throw faulty('file_empty')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const content = Buffer.from(bytes.buffer)
  if (!BEGINNINGS[kind](content)) throw faulty(OTHERWISE[kind])
  return { name: storable(file.name), kind, bytes, sha256: await sha256Of(bytes) }
}

/** Text of this file's encoding, without the NUL that only other files have. */
const isText = (content: Buffer): boolean => isUtf8(content) && !content.includes(0)

const BEGINNINGS: Readonly<Record<FileKind, (content: Buffer) => boolean>> = {
  pdf: (content) => content.subarray(0, 1024).includes('%PDF-'),
  docx: (content) =>
    content.subarray(0, 4).equals(Buffer.from('PK\x03\x04')) && content.includes('word/'),
  txt: isText,
  md: isText,
  html: isText,
  csv: isText,
}

/** Error code for a file whose content is not of the kind that its name claims. */
const OTHERWISE: Readonly<Record<FileKind, FieldCode>> = {
  pdf: 'file_not_pdf',
  docx: 'file_not_word',
  txt: 'file_not_text',
  md: 'file_not_text',
  html: 'file_not_text',
  csv: 'file_not_text',
}

/** A name as it can be stored and shown in one line, its ending kept. */
function storable(name: string): string {
  const characters = [...name.toWellFormed().replace(/\p{Cc}/gu, ' ')]
  return characters.slice(-MAX_NAME).join('')
}

const faulty = (code: FieldCode, params?: FaultParams) =>
  new InvalidFields({ file: [fault(code, params)] })
