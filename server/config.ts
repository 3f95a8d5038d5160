import { homedir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import type { LocalPreset } from '#contracts/model-providers.ts'
import { parseAddress } from './providers/http/allowed.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const KB = 1024

/** Every limit, each with its unit. `PARLEY_LIMITS_SCALE` multiplies the rates. */
export const LIMITS = {
  /** Largest JSON body, bytes. */
  bodyBytes: 1024 * KB,
  /** Largest CSV body, bytes. */
  csvBytes: 20 * 1024 * KB,
  /** Largest uploaded file, bytes. */
  uploadBytes: 20 * 1024 * KB,
  /** Deepest nesting of a JSON body. */
  bodyDepth: 32,
  /** A stream whose reader has this many bytes waiting is dropped. */
  streamBufferBytes: 256 * KB,
  /** An operator's tab that says nothing for this long is not at the desk any more, ms. */
  presenceMs: 20 * SECOND,
  /** Between two heartbeats of an operator's stream, ms. */
  heartbeatMs: 15 * SECOND,
  /** Between two heartbeats of a visitor's stream, ms: a widget says within 5 s that it is not up to date. */
  visitorHeartbeatMs: 3 * SECOND,
  /** Longest a stop waits for what is under way, ms. */
  drainMs: 10 * SECOND,
  /** Socket limits of the HTTP server, ms and sockets. */
  headersTimeoutMs: 10 * SECOND,
  requestTimeoutMs: 30 * SECOND,
  keepAliveMs: 10 * SECOND,
  maxConnections: 12_000,
  /** An operator's browser session, ms. */
  sessionMs: 30 * DAY,
  /** A one-time sign-in link, ms. */
  signInLinkMs: HOUR,
  /** What a website vouches for with one signature, at most, ms. */
  identityMs: 30 * DAY,
  /** Largest variables of a conversation once a visitor has added to them, bytes. */
  variablesBytes: 64 * KB,
  /** A visitor who has been away this long begins anew, ms. */
  visitorIdleMs: 30 * DAY,
  /** What an answer's text is gathered for before it is written and shown, ms. */
  deltaMs: 40,
  /** Between two words of the built-in model, ms. */
  builtInWordMs: 18,
  /** Of the history a model is given so many messages and tokens at most, the newest. */
  historyMessages: 200,
  historyTokens: 6000,
  /** Tools in one turn: rounds and calls, and for all of it together, ms. Then the model answers without. */
  toolRounds: 5,
  toolCalls: 8,
  toolsMs: 60 * SECOND,
  /** Of a tool's answer so much is read, bytes, and given to the model, characters. */
  toolReadBytes: 64 * KB,
  toolResultChars: 8000,
  /** Longest arguments of a call, characters. */
  toolArgumentChars: 16_000,
  /** A visitor without any stream for so long has left, ms: nobody reads on. */
  visitorLeftMs: 750,
  /** Longest an SMS provider may take to answer, ms. */
  smsSendMs: 15 * SECOND,
  /** Passages of knowledge given to a model. */
  passages: 6,
  /** A webhook: for one attempt, ms; read and kept of an answer, bytes. */
  webhookTimeoutMs: 15 * SECOND,
  webhookReadBytes: 64 * KB,
  webhookKeptBytes: 2 * KB,
  /** Kept of the headers of a request or an answer, bytes, and attempts kept of a delivery. */
  webhookHeaderBytes: 8 * KB,
  webhookAttemptsKept: 50,
  /** Webhooks that are begun within a second, and under way at one host at the same time. */
  webhookStartsPerSecond: 20,
  webhooksAtHost: 2,
  /** How long a call waits for its inbound-call webhook, ms. */
  inboundWebhookMs: 2 * SECOND,
  /** Longest the reading of one document may take, ms, and the memory it may need, bytes. */
  documentMs: 60 * SECOND,
  documentMemoryBytes: 512 * 1024 * KB,
  /** Passages that one document may have. */
  documentPassages: 40_000,
  /** Documents that are read at the same time. */
  documentsAtOnce: 2,
  /** Websites that are read at the same time, and between two requests to one of them, ms: at most two a second. */
  crawlsAtOnce: 2,
  crawlPauseMs: 500,
  /** Longest that a website may ask us to wait between two requests, ms. */
  crawlMaxPauseMs: 60 * SECOND,
  /** Passages that one page of a website may have. */
  crawlPagePassages: 500,
  /** A page of the web: longest its server may take to answer, ms, and its largest size, bytes. */
  pageMs: 15 * SECOND,
  pageBytes: 5 * 1024 * KB,
  /** Jobs that run at the same time. */
  jobsAtOnce: 64,
  /** Answers to lists that are kept until something is written, bytes. */
  answerCacheBytes: 8 * 1024 * KB,
  /** A database up to this size is written anew at once when somebody was erased, bytes; it takes a blink. */
  rewriteAtOnceBytes: 16 * 1024 * KB,
  /** Events kept for streams that resume, ms. */
  eventsKeptMs: 7 * DAY,
} as const

/** The ports that these programs listen on unless told otherwise; only those are ever looked at. */
const LOCAL_MODELS = { ollama: 11_434, lm_studio: 1234, llama_cpp: 8080, vllm: 8000 } as const

/** How often something may happen: `max` within `windowMs`, by the key the limiter is asked with. */
export interface Rate {
  readonly max: number
  readonly windowMs: number
}

const RATES = {
  /** Wrong keys, by address. */
  badKeys: { max: 20, windowMs: MINUTE },
  /** New visitors, by address. */
  visitorSessions: { max: 5, windowMs: HOUR },
  /** Messages, by visitor. */
  visitorMessages: { max: 10, windowMs: MINUTE },
  /** What a visitor says about themselves, stops or takes back, by visitor. */
  visitorChanges: { max: 60, windowMs: MINUTE },
  /** Files, by visitor and by address. */
  visitorUploads: { max: 20, windowMs: 10 * MINUTE },
  addressUploads: { max: 100, windowMs: HOUR },
  /** Pages that a visitor goes to, by visitor. */
  visitorPages: { max: 60, windowMs: MINUTE },
  /** Reads and settings of the widget, by address. */
  siteReads: { max: 120, windowMs: MINUTE },
  /** The public chat endpoints, by address. */
  publicChat: { max: 60, windowMs: MINUTE },
  /** Answers of the playground, by account. */
  playgroundAnswers: { max: 60, windowMs: MINUTE },
  /** Webhooks that are tried out, by account. */
  webhookTests: { max: 30, windowMs: MINUTE },
  /** Model providers that are tried out or looked for, by account. */
  modelTests: { max: 30, windowMs: MINUTE },
  /** Text messages, by account. */
  smsSends: { max: 300, windowMs: MINUTE },
  /** Text messages to one country, by account, unless its policy says otherwise; counted in the database. */
  smsToCountry: { max: 1000, windowMs: DAY },
  /** Attempts to sign in, by address. */
  signIns: { max: 20, windowMs: MINUTE },
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof RATES

/**
 * The policy for outgoing calls to addresses that users give. `server` calls public addresses only; `desktop` also
 * the private ones that are listed.
 */
export interface NetworkPolicy {
  readonly policy: 'desktop' | 'server'
  /** `host:port`, lower case, IPv6 in brackets. */
  readonly allowPrivate: readonly string[]
}

/** Everything that can be set, read once from the environment. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** Origin under which visitors and operators reach this Parley, when it is not the loopback address. */
  readonly publicUrl: string | undefined
  /** Addresses of proxies whose X-Forwarded-For is believed: an Express `trust proxy` list. */
  readonly trustedProxies: string | undefined
  readonly apiKey: string | undefined
  /** Fills an empty database at its first start with a demo workspace. */
  readonly demo: boolean
  readonly log: 'text' | 'json' | 'silent'
  /** Where programs on this machine usually serve models: their ports. */
  readonly localModels: Readonly<Record<LocalPreset, number>>
  readonly llm:
    | { readonly url: string; readonly key: string | undefined; readonly model: string }
    | undefined
  /** Which private addresses this server may call for its users; the owner's list comes on top. */
  readonly network: NetworkPolicy
  /** What the secrets of others are locked with: this key, else one in a file, unless that is refused. */
  readonly secrets: { readonly key: string | undefined; readonly isRefused: boolean }
  readonly rates: Readonly<Record<RateName, Rate>>
  readonly limits: { readonly [name in keyof typeof LIMITS]: number }
  /** Checks every reply against its contract and refuses to send one that breaks it (tests and development). */
  readonly checkReplies: boolean
}

/** The environment cannot be used; the message says which variable and what it should be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => URL.canParse(url) && new URL(url).pathname === '/' && !new URL(url).search, {
    abort: true,
  })
  .transform((url) => new URL(url).origin)

/** `host:port,…`, as `NetworkPolicy` wants it. */
const privateHosts = z.string().transform((list, issues) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const address = parseAddress(entry)
      if (address === undefined) issues.addIssue({ code: 'custom', message: entry })
      return address ?? entry
    }),
)

const Env = z.object({
  PARLEY_HOST: z.string().min(1).default('127.0.0.1'),
  PARLEY_PORT: z.coerce.number().int().min(0).max(65_535).default(4317),
  PARLEY_DATA_DIR: z.string().min(1).optional(),
  PARLEY_PUBLIC_URL: origin.optional(),
  PARLEY_TRUSTED_PROXIES: z.string().optional(),
  PARLEY_API_KEY: z.string().min(8).optional(),
  PARLEY_LOG: z.enum(['text', 'json', 'silent']).default('text'),
  PARLEY_LLM_URL: z.url({ protocol: /^https?$/ }).optional(),
  PARLEY_LLM_KEY: z.string().optional(),
  PARLEY_LLM_MODEL: z.string().min(1).optional(),
  PARLEY_NETWORK: z.enum(['desktop', 'server']).default('desktop'),
  PARLEY_ALLOW_PRIVATE: privateHosts.default([]),
  PARLEY_SECRETS: z.enum(['file', 'refuse']).default('file'),
  PARLEY_SECRETS_KEY: z.string().min(16).optional(),
  PARLEY_LIMITS_SCALE: z.coerce.number().positive().default(1),
  PARLEY_CHECK_REPLIES: z.stringbool().default(false),
  PARLEY_DEMO: z.stringbool().default(false),
})

const EXPECTED: Readonly<Record<string, string>> = {
  PARLEY_PORT: 'a port from 0 (any free one) to 65535',
  PARLEY_PUBLIC_URL: 'an http or https origin without a path, such as https://chat.example.com',
  PARLEY_LOG: 'text, json or silent',
  PARLEY_API_KEY: 'at least 8 characters',
  PARLEY_LLM_URL: 'the base URL of an OpenAI-compatible API, such as http://127.0.0.1:11434/v1',
  PARLEY_NETWORK: 'desktop or server',
  PARLEY_ALLOW_PRIVATE: 'host:port pairs with commas between them, such as 127.0.0.1:5678',
  PARLEY_SECRETS: 'file (a key in the data folder) or refuse',
  PARLEY_SECRETS_KEY: 'at least 16 characters',
  PARLEY_LIMITS_SCALE: 'a number above 0',
  PARLEY_DEMO: '1 or 0',
}

const isLoopback = (host: string): boolean => ['127.0.0.1', '::1', 'localhost'].includes(host)

/**
 * Reads the whole configuration.
 * @throws ConfigError naming the variable that cannot be used.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Env.safeParse(set)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0])
    throw new ConfigError(
      `${name} is "${env[name]}"; it should be ${EXPECTED[name] ?? 'set differently'}.`,
    )
  }
  const values = parsed.data
  if (!isLoopback(values.PARLEY_HOST) && !values.PARLEY_PUBLIC_URL) {
    throw new ConfigError(
      `PARLEY_HOST=${values.PARLEY_HOST} opens Parley to the network. Say under which address it is reached there: PARLEY_PUBLIC_URL=https://chat.example.com`,
    )
  }
  return {
    host: values.PARLEY_HOST,
    port: values.PARLEY_PORT,
    dataDir: path.resolve(values.PARLEY_DATA_DIR ?? defaultDataDir(env)),
    publicUrl: values.PARLEY_PUBLIC_URL,
    trustedProxies: values.PARLEY_TRUSTED_PROXIES,
    apiKey: values.PARLEY_API_KEY,
    demo: values.PARLEY_DEMO,
    log: values.PARLEY_LOG,
    localModels: LOCAL_MODELS,
    llm: llmOf(values),
    network: { policy: values.PARLEY_NETWORK, allowPrivate: values.PARLEY_ALLOW_PRIVATE },
    secrets: {
      key: values.PARLEY_SECRETS_KEY,
      isRefused: values.PARLEY_SECRETS === 'refuse',
    },
    rates: scaled(values.PARLEY_LIMITS_SCALE),
    limits: LIMITS,
    checkReplies: values.PARLEY_CHECK_REPLIES,
  }
}

function llmOf(values: z.output<typeof Env>): Config['llm'] {
  const { PARLEY_LLM_URL: url, PARLEY_LLM_MODEL: model, PARLEY_LLM_KEY: key } = values
  if (!url && !model) return undefined
  if (!url || !model) {
    throw new ConfigError(
      'PARLEY_LLM_URL and PARLEY_LLM_MODEL belong together: set both or neither.',
    )
  }
  return { url, key, model }
}

/** The rates times a factor. */
export function scaled(factor: number): Record<RateName, Rate> {
  const entries = Object.entries(RATES).map(([name, rate]) => [
    name,
    { ...rate, max: Math.max(1, Math.round(rate.max * factor)) },
  ])
  return Object.fromEntries(entries) as Record<RateName, Rate>
}

/** The operating system's folder for an application's data. */
function defaultDataDir(env: NodeJS.ProcessEnv): string {
  const home = homedir()
  if (process.platform === 'darwin')
    return path.join(home, 'Library', 'Application Support', 'Parley')
  if (process.platform === 'win32')
    return path.join(env['APPDATA'] ?? path.join(home, 'AppData', 'Roaming'), 'Parley')
  return path.join(env['XDG_DATA_HOME'] ?? path.join(home, '.local', 'share'), 'Parley')
}
