import { isUtf8 } from 'node:buffer'
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
    throw faulty(`The file must be a file of type: ${type ?? KINDS.join(', ')}.`)
  }
  if (file.size === 0) throw faulty('The file must not be empty.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const content = Buffer.from(bytes.buffer)
  if (!BEGINNINGS[kind](content))
    throw faulty(`The file must hold ${CONTENTS[kind]}, as its name says.`)
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

const TEXT = 'text in UTF-8'
const CONTENTS: Readonly<Record<FileKind, string>> = {
  pdf: 'a PDF',
  docx: 'a Word document',
  txt: TEXT,
  md: TEXT,
  html: TEXT,
  csv: TEXT,
}

/** A name as it can be stored and shown in one line, its ending kept. */
function storable(name: string): string {
  const characters = [...name.toWellFormed().replace(/\p{Cc}/gu, ' ')]
  return characters.slice(-MAX_NAME).join('')
}

const faulty = (sentence: string) => new InvalidFields({ file: [sentence] })
