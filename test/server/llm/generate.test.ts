import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { realOutside } from '../../../server/context.ts'
import { guardedStream } from '../../../server/providers/http/guarded-stream.ts'
import { endAtDone, limitLines } from '../../../server/providers/llm/event-stream.ts'
import { generate } from '../../../server/providers/llm/generate.ts'
import type { Generation } from '../../../server/providers/llm/generation.ts'
import { createOpenAiCompatibleModel } from '../../../server/providers/llm/openai-compatible.ts'
import {
  type LlmStandIn,
  type Personality,
  REPLY,
  startLlmStandIn,
} from '../../support/llm-stand-in.ts'

const KEY = 'sk-live-4f9c2d7e8a1b'
const BEGINNING = 'Grüße! Wir öffnen '

/** Seconds pass in milliseconds. */
const fast = async (ms: number, signal?: AbortSignal) => {
  await delay(ms / 100, undefined, signal ? { signal } : {})
}

/** Limits that tests not about time never reach, ms. */
const PATIENT = { firstByteMs: 2_000_000, idleMs: 2_000_000, totalMs: 2_000_000 }

function streamOf(
  pieces: readonly Uint8Array<ArrayBuffer>[],
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
}

interface Asked extends Partial<Generation> {
  readonly personality?: Personality
}

async function ask(standIn: LlmStandIn, { personality = 'normal', ...options }: Asked = {}) {
  const deltas: string[] = []
  const result = await generate({
    model: createOpenAiCompatibleModel({
      name: 'stand-in',
      baseUrl: standIn.url,
      apiKey: KEY,
      model: personality,
      fetch: guardedStream({
        network: () => ({ policy: 'desktop', allowPrivate: [new URL(standIn.url).host] }),
        lookup: realOutside.lookup,
        port: () => 1,
        version: 'test',
      }),
    }),
    system: 'You are helpful.',
    messages: [{ role: 'user', content: 'When do you open?' }],
    temperature: 0.1,
    sleep: fast,
    signal: new AbortController().signal,
    onText: (text) => deltas.push(text),
    ...options,
    limits: { ...PATIENT, ...options.limits },
  })
  expect(JSON.stringify(result)).not.toContain(KEY)
  return { ...result, deltas }
}

describe('a complete answer', () => {
  test('is streamed token by token, whatever the chunk boundaries', async () => {
    await using standIn = await startLlmStandIn()
    const { deltas, ...result } = await ask(standIn)
    expect(result).toEqual({
      complete: true,
      reason: 'stop',
      sources: [],
      detail: '',
      text: REPLY,
      toolCalls: [],
      usage: { inputTokens: 21, outputTokens: 9, isEstimated: false },
    })
    expect(deltas.length).toBeGreaterThan(5)
    expect(deltas.join('')).toBe(REPLY)
  })

  test('is requested with the key in the header and nowhere else', async () => {
    await using standIn = await startLlmStandIn()
    await ask(standIn)
    const [request] = standIn.requests
    expect(request).toMatchObject({ path: '/v1/chat/completions', authorization: `Bearer ${KEY}` })
    expect(JSON.stringify(request!.body)).not.toContain(KEY)
    expect(request!.body).toMatchObject({
      model: 'normal',
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.1,
      messages: [
        { role: 'system', content: 'You are helpful.' },
        { role: 'user', content: 'When do you open?' },
      ],
    })
  })

  test('needs no key when the provider needs none', async () => {
    await using standIn = await startLlmStandIn()
    const model = createOpenAiCompatibleModel({
      name: 'local',
      baseUrl: `${standIn.url}/`,
      apiKey: undefined,
      model: 'normal',
      fetch,
    })
    expect(await ask(standIn, { model })).toMatchObject({ complete: true })
    expect(standIn.requests[0]!.authorization).toBeUndefined()
  })

  test.each(['slow', 'withoutDone', 'withoutReason', 'lingering', 'whole'] as const)(
    'may come from a provider with the quirk “%s”',
    async (personality) => {
      await using standIn = await startLlmStandIn({ personality })
      expect(await ask(standIn, { personality })).toMatchObject({
        complete: true,
        reason: 'stop',
        text: REPLY,
      })
    },
  )

  test('omits the model’s reasoning', async () => {
    await using standIn = await startLlmStandIn()
    expect(await ask(standIn, { personality: 'thinking' })).toMatchObject({
      complete: true,
      text: REPLY,
    })
  })

  test('says when it ended at the provider’s own length limit', async () => {
    await using standIn = await startLlmStandIn()
    expect(await ask(standIn, { personality: 'shortened' })).toMatchObject({
      complete: true,
      reason: 'length',
      text: BEGINNING,
    })
  })

  test('has estimated tokens when the provider reports none', async () => {
    await using standIn = await startLlmStandIn()
    const { usage } = await ask(standIn, { personality: 'withoutDone' })
    expect(usage.isEstimated).toBe(true)
    expect(usage.inputTokens).toBeGreaterThan(5)
    expect(usage.outputTokens).toBeGreaterThan(5)
  })

  test('may call a tool', async () => {
    await using standIn = await startLlmStandIn()
    expect(await ask(standIn, { personality: 'toolCall' })).toMatchObject({
      complete: true,
      reason: 'tool-calls',
      toolCalls: [{ toolName: 'weather', input: '{"city":"Rome"}' }],
    })
  })
})

describe('a stream that ends without its end marker is never complete', () => {
  test.each(['cut', 'reset'] as const)('%s in the middle', async (personality) => {
    await using standIn = await startLlmStandIn()
    expect(await ask(standIn, { personality })).toMatchObject({
      complete: false,
      reason: 'truncated',
      text: BEGINNING,
    })
    expect(standIn.requests).toHaveLength(1)
  })

  test('nor is one without any choice', async () => {
    await using standIn = await startLlmStandIn()
    expect(await ask(standIn, { personality: 'emptyChoices' })).toMatchObject({
      complete: false,
      reason: 'truncated',
      text: '',
    })
  })

  test('a tool with truncated arguments does not run', async () => {
    await using standIn = await startLlmStandIn()
    expect(await ask(standIn, { personality: 'cutToolCall' })).toMatchObject({
      complete: false,
      reason: 'truncated',
      toolCalls: [],
    })
  })

  test('at any chunk boundary', async () => {
    const whole = Buffer.from(
      ['{"delta":{"content":"Hi"},"finish_reason":null}', '{"delta":{},"finish_reason":"stop"}']
        .map((choice) => `data: {"choices":[${choice}]}\r\n\r\n`)
        .join(''),
    )
    const end = whole.indexOf('"stop"')
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: end }),
        fc.integer({ min: 1, max: 9 }),
        async (cut, size) => {
          const pieces = Array.from({ length: Math.ceil(cut / size) }, (_, at) =>
            whole.subarray(at * size, Math.min(cut, (at + 1) * size)),
          )
          const body = streamOf(pieces)
          const answer = async () =>
            new Response(body, { headers: { 'content-type': 'text/event-stream' } })
          const model = createOpenAiCompatibleModel({
            name: 'bytes',
            baseUrl: 'http://provider.invalid/v1',
            apiKey: undefined,
            model: 'any',
            fetch: answer,
          })
          const result = await generate({
            model,
            system: '',
            messages: [{ role: 'user', content: 'Hi' }],
            sleep: () => new Promise(() => {}),
            signal: new AbortController().signal,
          })
          expect(result.complete).toBe(false)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('a provider that fails', () => {
  test.each([
    ['errorFrame', BEGINNING, /Overloaded/],
    ['brokenFrame', BEGINNING, /JSON/],
    ['html', '', /web page/],
  ] as const)('%s instead of an answer', async (personality, text, detail) => {
    await using standIn = await startLlmStandIn()
    expect(await ask(standIn, { personality })).toMatchObject({
      complete: false,
      reason: 'provider_error',
      text,
      detail: expect.stringMatching(detail),
    })
    expect(standIn.requests).toHaveLength(1)
  })

  test('rejects the key: the detail has the status and neither key nor credentials', async () => {
    await using standIn = await startLlmStandIn()
    const result = await ask(standIn, { personality: 'unauthorized' })
    expect(result).toMatchObject({
      complete: false,
      reason: 'provider_error',
      status: 401,
      detail: expect.stringMatching(/^HTTP 401: Incorrect API key provided: \[hidden\]/),
      usage: { inputTokens: 0, outputTokens: 0 },
    })
    expect(result.detail).not.toContain('word@')
    expect(standIn.requests).toHaveLength(1)
  })

  test('cannot be reached', async () => {
    const standIn = await startLlmStandIn()
    await standIn[Symbol.asyncDispose]()
    expect(await ask(standIn)).toMatchObject({
      complete: false,
      reason: 'provider_error',
      detail: expect.stringMatching(/connect/i),
    })
  })

  test('sends a ten-megabyte line, which is not kept in memory', async () => {
    await using standIn = await startLlmStandIn()
    expect(await ask(standIn, { personality: 'longLine' })).toMatchObject({
      complete: false,
      reason: 'too_long',
      text: '',
    })
  })

  test('never stops: it is cut off at the limit, and the connection closed', async () => {
    await using standIn = await startLlmStandIn()
    const result = await ask(standIn, { personality: 'endless', limits: { textBytes: 50_000 } })
    expect(result).toMatchObject({ complete: false, reason: 'too_long' })
    expect(result.text.length).toBe(50_000)
    await standIn.cancelled()
  })
})

describe('retrying', () => {
  test('respects the time a busy provider asks for', async () => {
    await using standIn = await startLlmStandIn({ personality: 'busy', retryAfter: '3' })
    const waits: number[] = []
    const sleep = (ms: number, signal?: AbortSignal) => {
      waits.push(ms)
      return fast(ms, signal)
    }
    expect(await ask(standIn, { personality: 'busy', sleep })).toMatchObject({
      complete: true,
      text: REPLY,
    })
    expect(waits).toContain(3000)
    expect(standIn.requests).toHaveLength(2)
  })

  test('without such a time, doubles the delay with jitter', async () => {
    await using standIn = await startLlmStandIn({ refusals: 2 })
    const waits: number[] = []
    const sleep = (ms: number, signal?: AbortSignal) => {
      waits.push(ms)
      return fast(ms, signal)
    }
    const result = await ask(standIn, { personality: 'busy', sleep, random: () => 0.5 })
    expect(result.complete).toBe(true)
    expect(waits.filter((ms) => ms <= 1000)).toEqual([500, 1000])
  })

  test('leaves a provider alone that asks for too long a wait', async () => {
    await using standIn = await startLlmStandIn({ retryAfter: '3600' })
    expect(await ask(standIn, { personality: 'busy' })).toMatchObject({
      reason: 'provider_error',
      status: 429,
    })
    expect(standIn.requests).toHaveLength(1)
  })

  test.each(['failing', 'busy'] as const)(
    'ends after two more attempts: %s',
    async (personality) => {
      await using standIn = await startLlmStandIn({ refusals: 99 })
      expect(await ask(standIn, { personality })).toMatchObject({
        complete: false,
        reason: 'provider_error',
        status: personality === 'failing' ? 500 : 429,
      })
      expect(standIn.requests).toHaveLength(3)
    },
  )

  test('reconnects after a connection lost before the first token', async () => {
    await using standIn = await startLlmStandIn()
    expect(await ask(standIn, { personality: 'dropped' })).toMatchObject({ complete: true })
    expect(standIn.requests).toHaveLength(2)
  })

  test('never happens after the first token', async () => {
    await using standIn = await startLlmStandIn()
    await ask(standIn, { personality: 'reset' })
    await ask(standIn, { personality: 'errorFrame' })
    expect(standIn.requests).toHaveLength(2)
  })
})

describe('timeouts', () => {
  test.each([
    ['silent', '', /No answer within/],
    ['mute', '', /No answer within/],
    ['stalling', BEGINNING, /Nothing more came/],
  ] as const)('a provider that is %s is given up', async (personality, text, detail) => {
    await using standIn = await startLlmStandIn()
    const limits = { firstByteMs: 20_000, idleMs: 30_000 }
    expect(await ask(standIn, { personality, limits })).toMatchObject({
      complete: false,
      reason: 'timeout',
      text,
      detail: expect.stringMatching(detail),
    })
    await standIn.cancelled()
    expect(standIn.requests).toHaveLength(1)
  })

  test('the whole request has a limit', async () => {
    await using standIn = await startLlmStandIn()
    const limits = { totalMs: 3000, textBytes: 10 ** 9 }
    expect(await ask(standIn, { personality: 'endless', limits })).toMatchObject({
      complete: false,
      reason: 'timeout',
      detail: expect.stringMatching(/No complete answer/),
    })
  })

  test('a caller’s abort stops the provider, and keeps what has arrived', async () => {
    await using standIn = await startLlmStandIn()
    const stop = new AbortController()
    const onText = (text: string) => {
      if (text.startsWith('öffnen')) stop.abort()
    }
    expect(
      await ask(standIn, { personality: 'stalling', signal: stop.signal, onText }),
    ).toMatchObject({ complete: false, reason: 'aborted', text: BEGINNING })
    await standIn.cancelled()
  })

  test('an abort before the start sends no request', async () => {
    await using standIn = await startLlmStandIn()
    expect(await ask(standIn, { signal: AbortSignal.abort() })).toMatchObject({ reason: 'aborted' })
    expect(standIn.requests).toHaveLength(0)
  })

  test('the wait before another attempt can be aborted', async () => {
    await using standIn = await startLlmStandIn({ refusals: 9, retryAfter: '15' })
    const stop = new AbortController()
    const sleep = (ms: number, signal?: AbortSignal) => {
      if (ms !== 15_000) return fast(ms, signal)
      stop.abort()
      return new Promise<never>(() => {})
    }
    const { signal } = stop
    expect(await ask(standIn, { personality: 'busy', signal, sleep })).toMatchObject({
      reason: 'aborted',
    })
    expect(standIn.requests).toHaveLength(1)
  })
})

test('a caller’s error is not mistaken for a provider’s', async () => {
  await using standIn = await startLlmStandIn()
  const onText = () => {
    throw new RangeError('mine')
  }
  await expect(ask(standIn, { onText })).rejects.toThrow(new RangeError('mine'))
  await standIn.cancelled()
})

test('a provider’s models can be listed', async () => {
  await using standIn = await startLlmStandIn()
  const { data } = await (await fetch(`${standIn.url}/models`)).json()
  expect(data).toContainEqual({ id: 'normal', object: 'model', owned_by: 'stand-in' })
})

describe('the limits of an event stream', () => {
  const bytes = (...texts: string[]) =>
    streamOf(texts.map((text) => new TextEncoder().encode(text)))
  const textOf = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text()

  test('a [DONE] inside a text is not the end', async () => {
    const frames = ['data: {"content":"say \\ndata: [DONE]"}\n\n', 'data: {"content":"more"}\n\n']
    expect(await textOf(bytes(...frames).pipeThrough(endAtDone()))).toBe(frames.join(''))
  })

  test('there may be many lines, but none may be endless', async () => {
    const lines = Array.from({ length: 100 }, () => 'data: x\n')
    await expect(textOf(bytes(...lines).pipeThrough(limitLines(10)))).resolves.toHaveLength(800)
    await expect(textOf(bytes('data: ', 'xxxxxx').pipeThrough(limitLines(10)))).rejects.toThrow(
      'longer than 10 bytes',
    )
  })
})
