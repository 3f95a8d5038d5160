import { homedir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { isOwnLoopback } from '#contracts/loopback.ts'
import type { LocalPreset } from '#contracts/model-providers.ts'
import { LIMITS, type Rate, type RateName, scaled } from './limits.ts'
import { parseAddress } from './providers/http/allowed.ts'

/** Default ports of these programs; no other ports are probed. */
const LOCAL_MODELS = { ollama: 11_434, lm_studio: 1234, llama_cpp: 8080, vllm: 8000 } as const

/** Default ports of Piper, Speaches, LocalAI and whisper.cpp, and Kokoro-FastAPI. */
const LOCAL_SPEECH = [5000, 8000, 8080, 8880] as const

/** Policy for outgoing calls to user-supplied addresses. `server` allows public addresses only, `desktop` also the listed private ones. */
export interface NetworkPolicy {
  readonly policy: 'desktop' | 'server'
  /** `host:port`, lower case, IPv6 in brackets. */
  readonly allowPrivate: readonly string[]
}

/** All settings, read once from the environment. */
export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** Backup folder; undefined for a folder inside the data folder. */
  readonly backupDir: string | undefined
  /** Origin under which visitors and operators reach this server, if it is not the loopback address. */
  readonly publicUrl: string | undefined
  /** Addresses of proxies whose X-Forwarded-For is trusted: an Express `trust proxy` list. */
  readonly trustedProxies: string | undefined
  readonly apiKey: string | undefined
  /** Passphrase of the file named by `--restore`. */
  readonly restorePassphrase: string | undefined
  /** Seeds an empty database with a demo workspace at the first start. */
  readonly demo: boolean
  /** True in the desktop app, whose links open in the system's browser. */
  readonly isInApp: boolean
  readonly log: 'text' | 'json' | 'silent'
  /** Default ports of local model servers. */
  readonly localModels: Readonly<Record<LocalPreset, number>>
  /** Default ports of local speech servers. */
  readonly localSpeech: readonly number[]
  readonly llm:
    | { readonly url: string; readonly key: string | undefined; readonly model: string }
    | undefined
  /** Private addresses that this server may call for its users, in addition to the owner's list. */
  readonly network: NetworkPolicy
  /** Key that encrypts stored secrets; without one it is kept in a file, unless that is refused. */
  readonly secrets: { readonly key: string | undefined; readonly isRefused: boolean }
  readonly rates: Readonly<Record<RateName, Rate>>
  readonly limits: { readonly [name in keyof typeof LIMITS]: number }
  /** The environment of this process: speech programs get the variables they need. */
  readonly environment: NodeJS.ProcessEnv
  /** Validates every reply and event against its contract and rejects violations (tests and development). */
  readonly checkReplies: boolean
}

/** Minimum length of the API key on a server with a public URL, characters: impossible to guess within the rate limit. */
const PUBLIC_KEY_LENGTH = 24

/** Invalid environment; the message names the variable and the expected value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const origin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => URL.canParse(url) && new URL(url).pathname === '/' && !new URL(url).search, {
    abort: true,
  })
  .transform((url) => new URL(url).origin)

/** `host:port,…`, in the form of `NetworkPolicy`. */
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
  PARLEY_BACKUP_DIR: z.string().min(1).optional(),
  PARLEY_PUBLIC_URL: origin.optional(),
  PARLEY_TRUSTED_PROXIES: z.string().optional(),
  PARLEY_API_KEY: z.string().min(8).optional(),
  PARLEY_RESTORE_PASSPHRASE: z.string().optional(),
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

/**
 * Reads the whole configuration.
 * @throws ConfigError naming the invalid variable.
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
  const key = values.PARLEY_API_KEY
  if (key !== undefined && values.PARLEY_PUBLIC_URL && key.length < PUBLIC_KEY_LENGTH) {
    throw new ConfigError(
      `PARLEY_API_KEY has ${key.length} characters; where Parley is reached from outside it needs at least ${PUBLIC_KEY_LENGTH}, as \`openssl rand -hex 24\` makes them.`,
    )
  }
  if (!isOwnLoopback(values.PARLEY_HOST) && !values.PARLEY_PUBLIC_URL) {
    throw new ConfigError(
      `PARLEY_HOST=${values.PARLEY_HOST} opens Parley to the network. Say under which address it is reached there: PARLEY_PUBLIC_URL=https://chat.example.com`,
    )
  }
  const dataDir = path.resolve(values.PARLEY_DATA_DIR ?? defaultDataDir(env))
  return {
    host: values.PARLEY_HOST,
    port: values.PARLEY_PORT,
    dataDir,
    backupDir: backupDirOf(values, dataDir),
    publicUrl: values.PARLEY_PUBLIC_URL,
    trustedProxies: values.PARLEY_TRUSTED_PROXIES,
    apiKey: values.PARLEY_API_KEY,
    restorePassphrase: values.PARLEY_RESTORE_PASSPHRASE,
    demo: values.PARLEY_DEMO,
    isInApp: false,
    log: values.PARLEY_LOG,
    localModels: LOCAL_MODELS,
    localSpeech: LOCAL_SPEECH,
    environment: env,
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

/** Address for reaching the server from this machine: one that listens on every interface also listens on loopback. */
export const listenerAddress = ({ host }: Pick<Config, 'host'>): string =>
  ['0.0.0.0', '::', 'localhost'].includes(host) ? '127.0.0.1' : host

/** Backups directly in the data folder would get in the way of a restore. */
function backupDirOf(
  { PARLEY_BACKUP_DIR: folder }: z.output<typeof Env>,
  dataDir: string,
): string | undefined {
  if (folder === undefined) return undefined
  const backupDir = path.resolve(folder)
  if (backupDir === dataDir)
    throw new ConfigError('PARLEY_BACKUP_DIR must be another folder than PARLEY_DATA_DIR.')
  return backupDir
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

/** The operating system's folder for application data. */
function defaultDataDir(env: NodeJS.ProcessEnv): string {
  const home = homedir()
  if (process.platform === 'darwin')
    return path.join(home, 'Library', 'Application Support', 'Parley')
  if (process.platform === 'win32')
    // `APPDATA` roams between machines, which is wrong for a database.
    return path.join(env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local'), 'Parley')
  return path.join(env['XDG_DATA_HOME'] ?? path.join(home, '.local', 'share'), 'Parley')
}
