import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '../log.ts'
import type { AnswerCache } from './answer-cache.ts'
import { LANGUAGE_HEADER } from './language.ts'
import { headersOfEveryAnswer } from './request-id.ts'
import { logAnswer } from './request-log.ts'
import { secureHost } from './secure-host.ts'
import { sendJson } from './send.ts'

/**
 * Repeats cached answers ahead of all other processing (docs/decisions/012); false if the request has to be processed.
 * Host, key and address passed every check for the first answer and are part of the question, and the data behind the
 * checks has not changed since.
 */
export function createRepeater(answers: AnswerCache, log: Logger, publicUrl: string | undefined) {
  const isSecure = secureHost(publicUrl)
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const question = questionOf(req)
    const answer = question === undefined ? undefined : answers.find(question)
    if (!answer) return false
    const headers = headersOfEveryAnswer(isSecure(req.headers.host))
    logAnswer(log, req, res, headers['X-Request-Id'])
    sendJson(res, 200, answer, headers)
    return true
  }
}

/**
 * Cache key of a request: undefined for all but a plain GET with one Host, one key and nothing else that affects
 * authentication. `url` is the full one, which Express keeps as `originalUrl`.
 */
export function questionOf(req: IncomingMessage, url = req.url): string | undefined {
  if (req.method !== 'GET') return undefined
  const { rawHeaders } = req
  let host: string | undefined
  let key: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    switch (rawHeaders[index]!.toLowerCase()) {
      case 'host':
        if (host !== undefined) return undefined
        host = rawHeaders[index + 1]
        break
      case 'authorization':
        if (key !== undefined) return undefined
        key = rawHeaders[index + 1]
        break
      // Another language means another answer.
      case 'origin':
      case LANGUAGE_HEADER:
        return undefined
    }
  }
  return host === undefined || key === undefined ? undefined : `${key}\n${host}\n${url}`
}
