import { z } from 'zod'
import { logProblem } from './log.ts'

/** A response that waits for us. */
const Paused = z.object({
  requestId: z.string(),
  frameId: z.string(),
  responseStatusCode: z.int().optional(),
  responseHeaders: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
})
type Paused = z.output<typeof Paused>

const Waiting = z.object({ requestId: z.string() })
const Taken = z.object({ stream: z.string() })
const Chunk = z.object({
  data: z.string(),
  base64Encoded: z.boolean().default(false),
  eof: z.boolean(),
})

/** Size of the longest source that is read, bytes, and of its parts. */
export const MAX_SOURCE = 5 * 1024 * 1024
const CHUNK = 1024 * 1024

interface Tagged {
  /** Sends a command of the DevTools protocol. */
  readonly send: (method: string, params?: object) => Promise<unknown>
  /** The frame whose pages get the tag. */
  readonly frame: string
  /** UUID of the assistant, in lower case. */
  readonly assistant: string
  readonly tag: string
}

/** The sources of a frame's pages on their way into it. */
export interface Sources {
  /** True if the latest page had no tag of the assistant, so that it was added. */
  readonly isAdded: boolean
  /** Lets a paused response pass, a page with the tag in it: so it meets what the tag would meet on the website. */
  release(response: unknown): Promise<void>
}

/** Adds the tag to the pages of a frame. */
export function tagSources({ send, frame, assistant, tag }: Tagged): Sources {
  let isAdded = false

  async function deliver(response: unknown): Promise<unknown> {
    const paused = Paused.parse(response)
    const { requestId, responseStatusCode: responseCode = 200, responseHeaders } = paused
    if (!isPage(paused)) return send('Fetch.continueRequest', { requestId })
    isAdded = false
    if (Number(header(paused, 'content-length')) > MAX_SOURCE)
      return send('Fetch.continueRequest', { requestId })
    const source = await read(requestId)
    if (source === undefined) throw new Error('The source of the page is too long')
    const lower = source.toLowerCase()
    isAdded = !lower.includes(assistant) && !isWide(source, paused)
    const at = isAdded ? endOf(lower) : source.length
    const body = source.slice(0, at) + (isAdded ? tag : '') + source.slice(at)
    return send('Fetch.fulfillRequest', {
      requestId,
      responseCode,
      responseHeaders: responseHeaders.filter(
        ({ name }) => !/^(?:content-(?:length|encoding)|transfer-encoding)$/i.test(name),
      ),
      body: Buffer.from(body, 'latin1').toString('base64'),
    })
  }

  const isPage = (paused: Paused): boolean =>
    paused.frameId === frame &&
    !/^3/.test(`${paused.responseStatusCode}`) &&
    /^\s*text\/html\b/i.test(header(paused, 'content-type'))

  /** Reads a body, one character for each byte so that every encoding survives; undefined if it is too long. */
  async function read(requestId: string): Promise<string | undefined> {
    const taken = await send('Fetch.takeResponseBodyAsStream', { requestId })
    const { stream: handle } = Taken.parse(taken)
    const chunks: Buffer[] = []
    let length = 0
    let isEnd = false
    while (!isEnd && length <= MAX_SOURCE) {
      const chunk = Chunk.parse(await send('IO.read', { handle, size: CHUNK }))
      const bytes = Buffer.from(chunk.data, chunk.base64Encoded ? 'base64' : 'utf8')
      chunks.push(bytes)
      length += bytes.length
      isEnd = chunk.eof
    }
    await send('IO.close', { handle })
    return length > MAX_SOURCE ? undefined : Buffer.concat(chunks).toString('latin1')
  }

  return {
    get isAdded() {
      return isAdded
    },
    release: (response) =>
      deliver(response).then(
        () => undefined,
        async (error) => {
          // The page has moved on, and its request with it.
          if (`${error}`.includes('Invalid InterceptionId')) return
          logProblem(error)
          const waiting = Waiting.safeParse(response)
          if (!waiting.success) return
          const { requestId } = waiting.data
          // Left alone it would wait for ever.
          await send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(
            () => undefined,
          )
        },
      ),
  }
}

const header = ({ responseHeaders }: Paused, wanted: string): string =>
  responseHeaders.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ''

/** True for UTF-16, in which an ASCII tag would be garbage. */
const isWide = (source: string, paused: Paused): boolean =>
  /^(?:\xff\xfe|\xfe\xff)/.test(source) ||
  /charset\s*=\s*"?utf-16/i.test(header(paused, 'content-type'))

/** Place of the end of the body in a source in lower case; one inside a script is none. */
function endOf(source: string): number {
  const end = source.lastIndexOf('</body')
  return end === -1 || source.includes('</script', end) ? source.length : end
}
