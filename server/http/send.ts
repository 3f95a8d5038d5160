import type { ServerResponse } from 'node:http'

/**
 * Sends serialised JSON. API responses must not be cached, by proxies or browsers. A string is sent in one write with
 * the headers; bytes need a second one.
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
