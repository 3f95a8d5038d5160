import type { Server, ServerResponse } from 'node:http'
import { headersOfEveryAnswer } from './request-id.ts'
import { sendJson } from './send.ts'

const ANSWERS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Answers malformed HTTP, which never reaches a handler, in JSON like everything else. */
export function answerBrokenRequests(http: Server): void {
  http.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = ANSWERS[error.code ?? ''] ?? '400 Bad Request'
    const body = JSON.stringify({ message: `${status.slice(4)}.` })
    socket.end(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
  })
  http.on('checkExpectation', (_req, res: ServerResponse) => {
    const json = Buffer.from(JSON.stringify({ message: 'Expectation Failed.' }))
    sendJson(res, 417, json, headersOfEveryAnswer())
  })
}
