import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { createDeflate } from 'node:zlib'

/* Requests of the self-check. They avoid the contracts, which would pull in half of main.js. */

const READ_TIMEOUT_MS = 120_000

/** Unpacked size of the oversized document, bytes; more than `documentMemoryBytes` in server/limits.ts. */
const OVERSIZED_BYTES = 768 * 1024 ** 2

async function call<reply>(origin: string, method: string, path: string, body?: BodyInit) {
  const response = await fetch(`${origin}/api/user${path}`, {
    method,
    ...(body !== undefined && { body }),
    headers: {
      authorization: `Bearer ${process.env['PARLEY_API_KEY']}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
  })
  if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}`)
  return (await response.json()) as reply
}

interface Document {
  readonly id: number
  readonly status: 'processing' | 'active' | 'failed'
  readonly error?: string | null
}

/** Uploads a document and waits until it has been processed or rejected. */
async function read(origin: string, name: string, content: BlobPart): Promise<Document> {
  const base = await call<{ data: { id: number } }>(
    origin,
    'POST',
    '/knowledgebases',
    JSON.stringify({ name }),
  )
  const documents = `/knowledgebases/${base.data.id}/documents`
  const form = new FormData()
  form.append('file', new File([content], name))
  await call(origin, 'POST', documents, form)
  for (const end = Date.now() + READ_TIMEOUT_MS; Date.now() < end; await delay(250)) {
    const { data } = await call<{ data: Document[] }>(origin, 'GET', documents)
    if (data[0] && data[0].status !== 'processing') return data[0]
  }
  throw new Error(`${name} is still being read`)
}

/** Makes the document thread read a document. */
export async function readText(origin: string): Promise<string> {
  const { status, error } = await read(origin, 'hours.txt', 'We open at nine.')
  if (status !== 'active') throw new Error(`It was not read: ${error}`)
  return 'read'
}

/** Makes the document thread read a document that exceeds its memory limit. */
export async function readTooLarge(origin: string): Promise<string> {
  const { status, error } = await read(origin, 'large.pdf', await largePdf())
  if (status !== 'failed') throw new Error('It was read')
  return `given up: ${error}`
}

/** Makes the backup thread copy the database. */
export async function createBackup(origin: string): Promise<string> {
  await call(origin, 'POST', '/backups')
  return 'copied, and restored as a proof'
}

/** A PDF of about a megabyte whose single page unpacks to much more. */
async function largePdf(): Promise<Buffer<ArrayBuffer>> {
  const deflate = createDeflate()
  const chunks: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk))
  const spaces = Buffer.alloc(1024 ** 2, ' ')
  for (let size = 0; size < OVERSIZED_BYTES; size += spaces.length) {
    if (!deflate.write(spaces)) await once(deflate, 'drain')
  }
  deflate.end()
  await once(deflate, 'end')
  const stream = Buffer.concat(chunks)
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from('<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>'),
    Buffer.concat([
      Buffer.from(`<< /Filter /FlateDecode /Length ${stream.length} >>\nstream\n`),
      stream,
      Buffer.from('\nendstream'),
    ]),
  ]
  // Readers find a file's objects even without a cross-reference table.
  const parts = objects.flatMap((object, index) => [
    Buffer.from(`${index + 1} 0 obj\n`),
    object,
    Buffer.from('\nendobj\n'),
  ])
  const trailer = 'trailer << /Root 1 0 R /Size 5 >>\n%%EOF\n'
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), ...parts, Buffer.from(trailer)])
}
