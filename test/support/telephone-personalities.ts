import type { ServerResponse } from 'node:http'
import type { StandInCall } from './telephone-call-stand-in.ts'
import { parseTwiml } from './twiml.ts'

/** The account, and its token. */
export const ACCOUNT = `AC${'fedcba9876543210'.repeat(2)}`
export const TOKEN = 'canary-token-of-the-telephone-provider'

/** Answers with JSON. */
export const json = (res: ServerResponse, status: number, value: unknown, headers = {}): void => {
  res.writeHead(status, { 'content-type': 'application/json', ...headers })
  res.end(JSON.stringify(value))
}

interface Scene {
  readonly res: ServerResponse
  /** Accepts the call, as if it were dialled. */
  readonly keep: () => StandInCall
}

/** A refusal that quotes ids and secrets, as careless providers do. */
const no = (status: number, code: number, message: string, headers = {}) => {
  const words = `${message} (account ${ACCOUNT}, CA${'a'.repeat(32)}, ${TOKEN})`
  return ({ res }: Scene) => json(res, status, { code, message: words, status }, headers)
}

/** Responses to a request to dial. */
export const PERSONALITIES = {
  created: ({ res, keep }: Scene) => json(res, 201, keep().shown()),
  invalidNumber: no(400, 21_211, "The 'To' number is not a valid phone number."),
  unauthorized: no(401, 20_003, 'Authenticate'),
  busy: no(429, 20_429, 'Too many requests.', { 'retry-after': '30' }),
  failing: no(503, 20_503, 'Not now.'),
  failingKept(scene: Scene) {
    scene.keep()
    PERSONALITIES.failing(scene)
  },
  /** Accepts the call and never responds. */
  hanging: ({ keep }: Scene) => void keep(),
  /** Cuts the connection, with the call accepted or not. */
  reset({ res, keep }: Scene) {
    keep()
    res.socket?.resetAndDestroy()
  },
  resetUnread: ({ res }: Scene) => void res.socket?.resetAndDestroy(),
  brokenJson({ res, keep }: Scene) {
    keep()
    res.writeHead(201, { 'content-type': 'application/json' }).end('{"sid": "CA01')
  },
} as const satisfies Record<string, (scene: Scene) => void>

export type CallPersonality = keyof typeof PERSONALITIES

/** Known fields, so that a misspelt name is detected. */
const FIELDS = [
  ...['To', 'From', 'Twiml', 'StatusCallback', 'StatusCallbackMethod', 'StatusCallbackEvent'],
  ...['Timeout', 'TimeLimit', 'MachineDetection', 'MachineDetectionTimeout', 'AsyncAmd'],
  ...['AsyncAmdStatusCallback', 'AsyncAmdStatusCallbackMethod'],
]

/** A description of the first error in a request to dial. */
export function faultIn(form: URLSearchParams): string | undefined {
  const unknown = [...form.keys()].find((name) => !FIELDS.includes(name))
  if (unknown) return `Unknown field ${unknown}`
  for (const name of ['To', 'From'])
    if (!/^\+[1-9]\d{1,14}$/.test(form.get(name) ?? '')) return `${name} is no number`
  const twiml = form.get('Twiml') ?? ''
  if (twiml.length > 4000) return 'Twiml is too long'
  for (const name of ['StatusCallback', 'AsyncAmdStatusCallback'])
    if (form.has(name) && !form.get(name)!.startsWith('https://')) return `${name} is no address`
  const [timeout, limit] = [Number(form.get('Timeout')), Number(form.get('TimeLimit'))]
  if (!(timeout >= 1 && timeout <= 600 && limit >= 1 && limit <= 14_400)) return 'No time'
  try {
    parseTwiml(twiml)
  } catch (error) {
    return String(error)
  }
  return undefined
}
