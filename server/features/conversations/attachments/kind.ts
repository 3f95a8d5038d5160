import { fileTypeFromBlob } from 'file-type'

/** Accepted content types, each with its file extensions. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
  'image/heic': ['heic', 'heif'],
  'application/pdf': ['pdf'],
  'application/zip': ['zip'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'audio/mpeg': ['mp3'],
  'audio/wav': ['wav'],
  'audio/ogg': ['ogg', 'oga'],
  'audio/x-m4a': ['m4a'],
  'video/mp4': ['mp4', 'm4v'],
  'video/webm': ['webm'],
  'video/quicktime': ['mov'],
}

/** Plain text has no signature: its extension decides, and its content is never treated as a page. */
const TEXTS: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
}

/** Detects a file's content type from its bytes; undefined if the type is not accepted or does not match the file name. */
export async function kindOf(content: Blob, name: string): Promise<string | undefined> {
  const ending = /\.([^.]+)$/.exec(name.toLowerCase())?.[1] ?? ''
  const found = await fileTypeFromBlob(content)
  if (found) {
    const mediaType = found.mime.split(';')[0]!
    return KINDS[mediaType]?.includes(ending) ? mediaType : undefined
  }
  return Object.hasOwn(TEXTS, ending) && (await isText(content)) ? TEXTS[ending] : undefined
}

async function isText(content: Blob): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of content.stream()) {
      if (bytes.includes(0)) return false
      decoder.decode(bytes, { stream: true })
    }
    decoder.decode()
    return true
  } catch {
    return false
  }
}
