import type { ServerResponse } from 'node:http'

/** Sends JSON that is written already. Answers of the API are nobody's to keep: no proxy's, no browser's. */
export function sendJson(
  res: ServerResponse,
  status: number,
  json: Buffer,
  headers?: Readonly<Record<string, string>>,
): void {
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': json.length,
    'Cache-Control': 'no-store',
    ...headers,
  })
  res.end(json)
}
