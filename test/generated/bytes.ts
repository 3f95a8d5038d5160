import { gzipSync } from 'node:zlib'
import type { Chance } from './chance.ts'
import { sendBytes } from './wire.ts'

/* Requests as bytes, valid and then corrupted: anything a socket may receive. */

/** Valid requests to start from. */
export function goodRequests(host: string, key: string): Buffer[] {
  const head = `Host: ${host}\r\nAuthorization: Bearer ${key}\r\n`
  const json = 'Content-Type: application/json\r\n'
  const get = (target: string) => `GET ${target} HTTP/1.1\r\n${head}\r\n`
  const post = (target: string, body: string, more = '') =>
    `POST ${target} HTTP/1.1\r\n${head}${json}${more}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  const chunked = `POST /api/user/api-keys HTTP/1.1\r\n${head}${json}Transfer-Encoding: chunked\r\n\r\n8\r\n{"name":\r\n4\r\n"k"}\r\n0\r\n\r\n`
  const packed = gzipSync('{"name":"packed"}')
  return [
    get('/health'),
    get('/api/user/me'),
    get(
      '/api/user/conversations?type=widget&assistant_id=1&date_from=2024-02-29&per_page=5&page=2',
    ),
    get('/api/user/calls?phone_number=%2B49%2030&status=ended'),
    get('/api/user/inbox?before=1700000000000-5'),
    get('/api/user/assistants/voices?mode=pipeline&language_id=1'),
    get('/api/conversations/018f4e3c-7b1a-7000-8000-000000000000'),
    get('/api/openapi.json'),
    get('/voices/en-ava.mp3'),
    get('/widget.js'),
    post('/api/user/api-keys', '{"name":"a key"}'),
    post('/api/widget/session', '{"assistant_id":"x","page_title":"\\ud83d\\ude00"}'),
    post(
      '/api/session',
      '{"secret":"x"}',
      'Origin: https://evil.test\r\nCookie: parley_session=x\r\n',
    ),
    post('/api/user/api-keys/1', '', 'X-HTTP-Method-Override: DELETE\r\n'),
    chunked,
    `PUT /api/user/me HTTP/1.1\r\n${head}${json}Content-Length: 12\r\n\r\n{"name":"A"}`,
    `DELETE /api/user/api-keys/999 HTTP/1.1\r\n${head}\r\n`,
    `OPTIONS /api/widget/session HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://localhost:1\r\nAccess-Control-Request-Method: POST\r\n\r\n`,
    `HEAD /api/user/me HTTP/1.1\r\n${head}\r\n`,
    `POST /api/user/api-keys HTTP/1.1\r\n${head}${json}Content-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n${packed.toString('latin1')}`,
  ].map((text) => Buffer.from(text, 'latin1'))
}

/** Tokens with a meaning to parsers of HTTP, addresses, queries or JSON. */
const TOKENS = [
  ...['\r\n', '\n', '\r', '\r\n\r\n', '\0', '\t', ' ', ':', ';', ',', '/', '?', '#', '&', '=', '%'],
  ...['%00', '%ff', '%', '%2f..%2f', '../', '//', '\\', '%ED%A0%80', '\xff\xfe', '\xef\xbb\xbf'],
  ...['HTTP/1.0', 'HTTP/2.0', 'HTTP/1.1 ', 'PRI * HTTP/2.0', 'GET', 'CONNECT', 'TRACE', 'PATCH'],
  ...[
    'Host: evil.test\r\n',
    'Content-Length: -1\r\n',
    'Content-Length: 1e3\r\n',
    'Content-Length: 99\r\n',
  ],
  ...[
    'Transfer-Encoding: chunked\r\n',
    'Transfer-Encoding: gzip, chunked\r\n',
    'Expect: magic\r\n',
  ],
  ...[
    'Upgrade: websocket\r\nConnection: Upgrade\r\n',
    'Content-Type: text/plain\r\n',
    'TE: trailers\r\n',
  ],
  ...[
    'Content-Type: application/json; charset=utf-16\r\n',
    'Content-Encoding: br\r\n',
    'Range: bytes=0-0\r\n',
  ],
  ...['Authorization: Bearer x\r\n', 'Cookie: parley_session=%00\r\n', 'Origin: null\r\n'],
  ...[
    'If-None-Match: *\r\n',
    'If-Modified-Since: x\r\n',
    'Last-Event-ID: 1e9\r\n',
    'Forwarded: for=x\r\n',
  ],
  ...['X-Forwarded-For: x\r\n', 'X-Forwarded-Host: evil.test\r\n', 'Idempotency-Key: \x01\r\n'],
  ...['{', '}', '[', ']', '"', 'null', '-0', '1e400', '\\u0000', '\\ud800', '{"a":', '[[[['],
  ...['http://evil.test/', '*', 'page[]=1', 'per_page=', 'a=1&a=2', `${'x'.repeat(17_000)}`],
].map((token) => Buffer.from(token, 'latin1'))

type Spoil = (request: Buffer, chance: Chance, others: readonly Buffer[]) => Buffer

const cut = (request: Buffer, at: number, length: number, put: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([request.subarray(0, at), put, request.subarray(at + length)])

const SPOILS: readonly Spoil[] = [
  (request, chance) => {
    const copy = Buffer.from(request)
    copy[chance.below(copy.length)] = chance.below(256)
    return copy
  },
  (request, chance) => cut(request, chance.below(request.length), 1 + chance.below(12)),
  (request, chance) => cut(request, chance.below(request.length), 0, chance.pick(TOKENS)),
  (request, chance) => cut(request, request.indexOf('\r\n') + 2, 0, chance.pick(TOKENS)),
  (request, chance) =>
    cut(request, request.indexOf(' ') + 1 + chance.below(20), chance.below(4), chance.pick(TOKENS)),
  (request, chance) => request.subarray(0, chance.below(request.length)),
  (request, chance, others) => Buffer.concat([request, chance.pick(others)]),
  (request, chance, others) =>
    Buffer.concat([
      request.subarray(0, chance.below(request.length)),
      chance.pick(others).subarray(chance.below(40)),
    ]),
  (_, chance) =>
    Buffer.from(Array.from({ length: 1 + chance.below(300) }, () => chance.below(256))),
]

/** A request with one to four modifications. */
function spoiled(good: readonly Buffer[], chance: Chance): Buffer {
  let request = chance.pick(good)
  for (let count = chance.below(4); count >= 0; count -= 1) {
    if (request.length > 0) request = chance.pick(SPOILS)(request, chance, good)
  }
  return request
}

interface Part {
  readonly status: number
  readonly fields: string
  readonly body: string
  readonly rest: string
}

/** Parses the first response in the received bytes. */
function firstAnswer(bytes: string): Part | undefined {
  const head = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(bytes)
  if (!head) return undefined
  const [all, status, fields] = head as unknown as [string, string, string]
  const rest = bytes.slice(all.length)
  const length = Number(/^content-length: (\d+)\r$/im.exec(fields)?.[1] ?? 0)
  // A response to HEAD states a length without a body, and the next one follows at once.
  const isHead = rest.length < length || rest.startsWith('HTTP/1.1')
  const body = isHead ? '' : rest.slice(0, length)
  return { status: Number(status), fields, body, rest: rest.slice(body.length) }
}

/** The response for pages in a checkout that has not been built. */
const NOT_BUILT = 'The pages are not built yet.'

/** The error in the received bytes; undefined when there is none. */
export function wrongAnswer(bytes: string): string | undefined {
  let left = bytes
  while (left !== '') {
    const answer = firstAnswer(left)
    if (!answer) return `no HTTP: ${left.slice(0, 200)}`
    const { status, fields, body, rest } = answer
    if (status >= 500 && !body.includes(NOT_BUILT)) return `${status} ${body}`
    const claimed = /^content-length: [1-9]/im.test(fields)
    const isEmpty = body === '' && claimed
    if (status >= 400 && !isEmpty && !isMessage(fields, body)) return `${left.slice(0, 500)}`
    // Only pages and streams are chunked; being successes, they end the check.
    if (/^transfer-encoding: chunked\r$/im.test(fields)) return undefined
    left = rest
  }
  return undefined
}

function isMessage(fields: string, body: string): boolean {
  if (!/^content-type: application\/json; charset=utf-8\r$/im.test(fields)) return false
  try {
    const said = JSON.parse(Buffer.from(body, 'latin1').toString()) as Record<string, unknown>
    return typeof (said['message'] ?? said['error']) === 'string'
  } catch {
    return false
  }
}

/** Number of simultaneous connections. */
const AT_ONCE = 32

/** Sends this many corrupted requests; resolves to what was wrong with the responses. */
export async function runBytes(
  url: string,
  key: string,
  runs: number,
  chance: Chance,
): Promise<string[]> {
  const good = goodRequests(new URL(url).host, key)
  const requests = Array.from({ length: runs }, () => spoiled(good, chance))
  const wrong: string[] = []
  const work = async () => {
    for (let request = requests.pop(); request; request = requests.pop()) {
      const fault = wrongAnswer(await sendBytes(url, request))
      if (fault) wrong.push(`${fault} for ${JSON.stringify(request.toString('latin1'))}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return wrong
}
