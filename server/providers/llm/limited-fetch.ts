import { APICallError } from '@ai-sdk/provider'
import { z } from 'zod'
import { endAtDone, limitBody, limitLines } from './event-stream.ts'
import { MAX_BODY_BYTES, MAX_LINE_BYTES } from './limits.ts'

/**
 * A fetch with safe responses: no unlimited line or body, and no web page instead of an event stream. A complete JSON
 * response to a streaming request becomes a stream with one event.
 */
export function limitedFetch(
  request: typeof globalThis.fetch,
  maxBodyBytes = MAX_BODY_BYTES,
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await request(input, init)
    const { body } = response
    if (!body) return response
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok) return withBody(response, body.pipeThrough(limitBody(MAX_BODY_BYTES)))
    if (/^text\/html\b/i.test(type)) throw await notAnApi(response, String(input))
    if (!/^application\/json\b/i.test(type)) {
      return withBody(
        response,
        body.pipeThrough(limitLines(MAX_LINE_BYTES)).pipeThrough(endAtDone()),
      )
    }
    const whole = withBody(response, body.pipeThrough(limitBody(maxBodyBytes)))
    return asksForStream(init) ? asEventStream(whole) : whole
  }
}

function withBody(
  { status, statusText, headers }: Response,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): Response {
  return new Response(body, { status, statusText, headers })
}

async function notAnApi(response: Response, url: string): Promise<APICallError> {
  await response.body?.cancel()
  return new APICallError({
    message: 'The address answers with a web page: it is not the base URL of an API',
    url,
    requestBodyValues: undefined,
    statusCode: response.status,
    isRetryable: false,
  })
}

const StreamRequest = z.object({ stream: z.literal(true) })

function asksForStream(init: RequestInit | undefined): boolean {
  return typeof init?.body === 'string' && StreamRequest.safeParse(JSON.parse(init.body)).success
}

const WholeAnswer = z.looseObject({
  choices: z.array(z.looseObject({ message: z.unknown() })).catch([]),
})

/** Some servers ignore `stream` and answer at once: the message becomes the only delta. */
async function asEventStream(response: Response): Promise<Response> {
  const { choices, ...rest } = WholeAnswer.catch({ choices: [] }).parse(
    await response.json().catch(() => undefined),
  )
  const chunk = {
    ...rest,
    choices: choices.map(({ message, ...more }) => ({ ...more, delta: message })),
  }
  return new Response(`data: ${JSON.stringify(chunk)}\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  })
}
