import type { ServerResponse } from 'node:http'

/**
 * Sends JSON that is written already. Answers of the API are nobody's to keep: no proxy's, no browser's. A text leaves in one
 * write with the headers; bytes need another.
 */
export function sendJson(
  res: ServerResponse,
  status: number,
  json: string | Buffer,
  headers?: Readonly<Record<string, string>>,
): void {
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(json),
    'Cache-Control': 'no-store',
    ...headers,
  })
  res.end(json)
}
