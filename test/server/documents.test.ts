import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createDocument, deleteDocument, listDocuments } from '#contracts/knowledge.ts'
import { LIMITS } from '../../server/limits.ts'
import { send } from '../support/assistants.ts'
import { docxOf, pdfOf, wordParagraph, zipOf } from '../support/documents.ts'
import { createdBase, fileOf, readDocument, uploaded } from '../support/knowledge.ts'
import { KEY, startServer, type TestServer } from '../support/server.ts'

const PDF = pdfOf([[{ text: 'We open at nine.', y: 700 }]])
const DOCX = docxOf(wordParagraph('We open at nine.'))

/** Posts a form with these parts; each is a text or a file. */
async function postForm(
  { fetch }: Pick<TestServer, 'fetch'>,
  id: number,
  parts: [string, string | File][],
) {
  const form = new FormData()
  for (const [name, part] of parts) form.append(name, part)
  const path = `/api/user/knowledgebases/${id}/documents`
  const response = await fetch(path, { method: 'POST', body: form })
  return { status: response.status, body: await response.json() }
}

/** Sends raw bytes and returns the first response, while the rest of the request is still missing. */
function raw(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text))
    socket.once('data', (chunk) => {
      resolve(String(chunk))
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

const documentsOf = async ({ call }: TestServer, id: number) =>
  (await call(listDocuments, { params: { id } })).data

test('an uploaded file becomes a document at once, with its properties', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const file = fileOf('Öffnungszeiten 2026.txt', 'We open at nine.')
  const { message, data } = await server.call(createDocument, { params: { id }, body: { file } })
  expect(message).toBe('Document created successfully. Processing will begin shortly.')
  expect(data).toEqual({
    id: expect.any(Number),
    knowledgebase_id: id,
    name: 'Öffnungszeiten 2026.txt',
    description: null,
    type: 'txt',
    type_label: 'TXT',
    url: null,
    links: [],
    relative_links_limit: null,
    status: 'processing',
    status_label: 'Processing',
    error: null,
    size: 16,
    sha256: '4a0ba6d4db9ae0a92fac1fa5be0bb5ad97c9870708fd92c93648825cdbfb6b67',
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
})

test('a file’s type is determined by its name and its content', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const files: [name: string, type: string, content: BlobPart][] = [
    ['a.pdf', 'pdf', PDF],
    ['A.PDF', 'pdf', PDF],
    ['a.docx', 'docx', DOCX],
    ['a.txt', 'txt', 'text'],
    ['a.md', 'md', '# text'],
    ['a.markdown', 'md', '# text'],
    ['a.html', 'html', '<p>text'],
    ['a.htm', 'html', '<p>text'],
    ['a.csv', 'csv', 'a,b\n1,2'],
    ['bom.txt', 'txt', '\uFEFFtext'],
  ]
  for (const [name, type, content] of files) {
    expect(await uploaded(server, id, fileOf(name, content))).toMatchObject({ name, type })
  }
})

const OF_A_KIND = 'The file must be a file of type: pdf, docx, txt, md, html, csv.'
const REQUIRED = 'The file field is required unless type is website.'
const NO_ADDRESS = {
  url: ['The url field is required when links is not present.'],
  links: ['The links field is required when url is not present.'],
}
const ONE_FILE = 'Send one file, in the field file.'
const holds = (what: string) => `The file must hold ${what}, as its name says.`

test('an unsupported or mislabelled file is 422 on file, and nothing is stored', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const files: [file: File, sentence: string][] = [
    [fileOf('a.exe', 'MZ'), OF_A_KIND],
    [fileOf('a.doc', 'x'), OF_A_KIND],
    [fileOf('README', 'x'), OF_A_KIND],
    [fileOf('a.pdf.zip', PDF), OF_A_KIND],
    [fileOf('a.constructor', 'x'), OF_A_KIND],
    [fileOf('a.txt', ''), 'The file must not be empty.'],
    [fileOf('text.pdf', 'text'), holds('a PDF')],
    [fileOf('picture.pdf', '\x89PNG\r\n'), holds('a PDF')],
    [fileOf('text.docx', 'text'), holds('a Word document')],
    [fileOf('zip.docx', zipOf({ a: 'b' })), holds('a Word document')],
    [fileOf('pdf.txt', PDF), holds('text in UTF-8')],
    [fileOf('word.csv', DOCX), holds('text in UTF-8')],
    [fileOf('latin1.txt', Uint8Array.of(0x47, 0xfc, 0x6e)), holds('text in UTF-8')],
    [fileOf('utf16.md', Uint8Array.of(0xff, 0xfe, 0x61, 0)), holds('text in UTF-8')],
    [fileOf('nul.html', 'a\0b'), holds('text in UTF-8')],
  ]
  for (const [file, sentence] of files) {
    expect([file.name, await postForm(server, id, [['file', file]])]).toEqual([
      file.name,
      {
        status: 422,
        body: { message: 'The given data was invalid.', errors: { file: [sentence] } },
      },
    ])
  }
  expect(await documentsOf(server, id)).toEqual([])
  expect(server.context.jobs.count('document.process')).toBe(0)
})

test('a type sent with a file must match the file', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const file = fileOf('a.txt', 'text')
  expect(
    (
      await postForm(server, id, [
        ['type', 'txt'],
        ['file', file],
      ])
    ).status,
  ).toBe(201)
  expect(
    await postForm(server, id, [
      ['type', 'pdf'],
      ['file', file],
    ]),
  ).toMatchObject({
    status: 422,
    body: { errors: { file: ['The file must be a file of type: pdf.'] } },
  })
  expect(
    await postForm(server, id, [
      ['type', 'xls'],
      ['file', file],
    ]),
  ).toMatchObject({
    status: 422,
    body: { errors: { type: ['The selected type is invalid.'] } },
  })
  expect(
    await postForm(server, id, [
      ['type', 'website'],
      ['file', file],
    ]),
  ).toMatchObject({
    status: 422,
    body: {
      errors: {
        ...NO_ADDRESS,
        file: ['The file field is prohibited when type is website.'],
      },
    },
  })
})

test('a form has one file, in the field file', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const [a, b] = [fileOf('a.txt', 'x'), fileOf('b.txt', 'y')]
  const forms: [parts: [string, string | File][], sentence: string][] = [
    [[], REQUIRED],
    [[['file', 'text']], 'The file must be a file.'],
    [[['upload', a]], ONE_FILE],
    [
      [
        ['file', a],
        ['file', b],
      ],
      ONE_FILE,
    ],
    [
      [
        ['file', a],
        ['other', b],
      ],
      ONE_FILE,
    ],
    [[['file', fileOf('', 'x')]], REQUIRED],
  ]
  for (const [parts, sentence] of forms) {
    expect([parts, await postForm(server, id, parts)]).toEqual([
      parts,
      {
        status: 422,
        body: { message: 'The given data was invalid.', errors: { file: [sentence] } },
      },
    ])
  }
  expect(await documentsOf(server, id)).toEqual([])
})

test('a document in JSON is a web page with an address', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const cases: [body: object, errors: object][] = [
    [{}, { file: [REQUIRED] }],
    [{ type: 'pdf' }, { file: [REQUIRED] }],
    [{ type: 'xls' }, { type: ['The selected type is invalid.'] }],
    [{ url: null }, { file: [REQUIRED] }],
    [{ type: 'website' }, NO_ADDRESS],
    [{ type: 'website', url: null, links: null }, NO_ADDRESS],
    [{ type: 'website', url: 'example.com' }, { url: ['The url must be a valid URL.'] }],
    [{ type: 'website', url: 'file:///etc/passwd' }, { url: ['The url must be a valid URL.'] }],
    [{ type: 'website', url: 7 }, { url: ['The url must be a string.'] }],
    [{ type: 'txt', file: 'text' }, { file: ['The file must be a file.'] }],
    [{ type: 'txt', file: { name: 'a.txt' } }, { file: ['The file must be a file.'] }],
  ]
  for (const [sent, errors] of cases) {
    const path = `/user/knowledgebases/${id}/documents`
    const { status, body } = await send(server, 'POST', path, sent)
    expect([sent, status, body.errors]).toEqual([sent, 422, errors])
  }
  expect(await documentsOf(server, id)).toEqual([])
})

test('a file may be as large as the limit, and not a byte larger', async () => {
  expect(LIMITS.uploadBytes).toBe(20 * 1024 * 1024)
  const server = await startServer({ limits: { uploadBytes: 5000 } })
  const id = await createdBase(server)
  const file = (size: number) => fileOf('a.txt', 'x'.repeat(size))
  expect((await postForm(server, id, [['file', file(5000)]])).status).toBe(201)
  expect(await postForm(server, id, [['file', file(5001)]])).toEqual({
    status: 413,
    body: { message: 'The file is too large.' },
  })
  // So large that its declared length is enough to reject it.
  expect((await postForm(server, id, [['file', file(500_000)]])).status).toBe(413)
  expect(await documentsOf(server, id)).toHaveLength(1)
})

test('too many or too long fields are 413', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const file: [string, File] = ['file', fileOf('a.txt', 'x')]
  const many = Array.from({ length: 30 }, (_, index): [string, string] => [`f${index}`, 'x'])
  expect((await postForm(server, id, [...many, file])).status).toBe(413)
  expect((await postForm(server, id, [['type', 'x'.repeat(10_000)], file])).status).toBe(413)
  expect((await postForm(server, id, [['x'.repeat(200), 'x'], file])).status).toBe(413)
  expect(await documentsOf(server, id)).toEqual([])
})

test('other body types are 415, and a malformed form is 400', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const types: [type: string, status: number][] = [
    ['text/plain', 415],
    ['application/pdf', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/mixed; boundary=x', 415],
    ['multipart/form-data', 415],
    ['multipart/form-data; charset=x', 400],
    ['multipart/form-data; boundary=x', 400],
  ]
  for (const [type, status] of types) {
    const response = await server.fetch(`/api/user/knowledgebases/${id}/documents`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\ncut off',
    })
    const message =
      status === 400
        ? 'Malformed form data.'
        : 'The content type must be application/json or multipart/form-data.'
    expect([type, response.status, await response.json()]).toEqual([type, status, { message }])
  }
  expect(await documentsOf(server, id)).toEqual([])
})

test('a compressed form is 415', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const response = await server.fetch(`/api/user/knowledgebases/${id}/documents`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-encoding': 'gzip' },
    body: 'x',
  })
  expect(response.status).toBe(415)
})

test('other endpoints accept no forms', async () => {
  const { fetch } = await startServer()
  const form = new FormData()
  form.append('name', 'Shop')
  const response = await fetch('/api/user/knowledgebases', { method: 'POST', body: form })
  expect(response.status).toBe(415)
})

test('an unauthorised upload is refused before its body has arrived', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const head = (key: string, length: number) =>
    `POST /api/user/knowledgebases/${id}/documents HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`
  expect(await raw(server.url, head('wrong', 1000))).toContain('HTTP/1.1 401')
  expect(await raw(server.url, head(KEY, 30_000_000))).toContain('HTTP/1.1 413')
})

test('a page of another website cannot upload with the operator’s session, and our own can', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const signedIn = await fetch(`${server.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ secret: KEY }),
  })
  const setCookie = signedIn.headers.get('set-cookie')!
  expect(setCookie).toContain('SameSite=Strict')
  const cookie = setCookie.split(';')[0]!
  const upload = async (origin: string) => {
    const form = new FormData()
    form.append('file', fileOf('a.txt', 'text'))
    const headers = { cookie, origin }
    const path = `${server.url}/api/user/knowledgebases/${id}/documents`
    return (await fetch(path, { method: 'POST', headers, body: form })).status
  }
  expect(await upload('https://evil.test')).toBe(403)
  expect(await upload('null')).toBe(403)
  expect(await documentsOf(server, id)).toEqual([])
  expect(await upload(server.url)).toBe(201)
})

test('a file keeps its name, without any path and at most 255 characters', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const names: [sent: string, kept: string][] = [
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['C:\\Users\\Ann\\prices.txt', 'prices.txt'],
    ['naïve ☕.txt', 'naïve ☕.txt'],
    ['two\nlines.txt', 'two lines.txt'],
    [`${'x'.repeat(300)}.txt`, `${'x'.repeat(251)}.txt`],
  ]
  for (const [sent, kept] of names) {
    expect((await uploaded(server, id, fileOf(sent, 'text'))).name).toBe(kept)
  }
})

test('a deleted document is gone, and an invalid id is 422', async () => {
  const server = await startServer()
  const id = await createdBase(server)
  const kept = await readDocument(server, id, fileOf('a.txt', 'text'))
  const gone = await readDocument(server, id, fileOf('a.txt', 'text'))
  const params = { id, document_id: gone.id }
  expect(await server.call(deleteDocument, { params })).toEqual({
    message: 'Document deleted successfully.',
  })
  expect(await documentsOf(server, id)).toEqual([kept])
  await expect(server.call(deleteDocument, { params })).rejects.toMatchObject({ status: 404 })
  const { status, body } = await send(server, 'DELETE', `/user/knowledgebases/${id}/documents/x`)
  expect([status, body.errors]).toEqual([
    422,
    { document_id: ['The document id must be an integer.'] },
  ])
})

test('a document of another base in the same account is not found in this one', async () => {
  const server = await startServer()
  const [id, other] = [await createdBase(server), await createdBase(server)]
  const { id: document_id } = await readDocument(server, other, fileOf('a.txt', 'text'))
  await expect(server.call(deleteDocument, { params: { id, document_id } })).rejects.toMatchObject({
    status: 404,
    body: { message: 'Document not found.', error: 'Document not found.' },
  })
  expect(await documentsOf(server, other)).toHaveLength(1)
})
