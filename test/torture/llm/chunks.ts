import type { ServerResponse } from 'node:http'

const frame = (value: unknown): string => `data: ${JSON.stringify(value)}`

const delta = (part: object, reason: string | null = null): string =>
  frame({
    id: 'c',
    created: 1,
    model: 'torture',
    choices: [{ index: 0, delta: part, finish_reason: reason }],
  })

/** A call requested by a model. */
export interface WantedCall {
  readonly name: string
  readonly args: string
}

/** One model response as frames: everything up to its end marker, and the end. */
export interface Frames {
  readonly body: string
  readonly end: string
}

/** Frames with one of the line endings that servers use. */
export function framesOf(text: string, calls: readonly WantedCall[], random: () => number): Frames {
  const gap = ['\n\n', '\r\n\r\n', '\r\r'][Math.floor(random() * 3)]!
  const tokens = text.split(/(?<= )/).map((content) => delta({ content }))
  const asked = calls.map(({ name, args }, index) =>
    delta({ tool_calls: [{ index, id: `c${index}`, function: { name, arguments: args } }] }),
  )
  const comment = random() < 0.3 ? [': still here'] : []
  const end = delta({}, calls.length > 0 ? 'tool_calls' : 'stop')
  return {
    body: [...comment, ...tokens, ...asked].map((each) => each + gap).join(''),
    end: [end, 'data: [DONE]'].map((each) => each + gap).join(''),
  }
}

/** Writes bytes in chunks of random length, so that characters and frames are split anywhere. */
export async function writeInChunks(
  response: ServerResponse,
  bytes: Buffer,
  random: () => number,
): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const length = 1 + Math.floor(random() ** 2 * 400)
    response.write(bytes.subarray(at, at + length))
    at += length
    if (random() < 0.3) await new Promise(setImmediate)
  }
}
