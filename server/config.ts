import { homedir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { isOwnLoopback } from '#contracts/loopback.ts'
import type { LocalPreset } from '#contracts/model-providers.ts'
import { LIMITS, type Rate, type RateName, scaled } from './limits.ts'
import { parseAddress } from './providers/http/allowed.ts'

/** The ports that these programs listen on unless told otherwise; only those are ever looked at. */
const LOCAL_MODELS = { ollama: 11_434, lm_studio: 1234, llama_cpp: 8080, vllm: 8000 } as const

/** Ports of Piper, Speaches, LocalAI and whisper.cpp, and Kokoro-FastAPI. */
const LOCAL_SPEECH = [5000, 8000, 8080, 8880] as const

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
  /** Backup folder; undefined for a folder inside the data folder. */
  readonly backupDir: string | undefined
  /** Origin under which visitors and operators reach this Parley, when it is not the loopback address. */
  readonly publicUrl: string | undefined
  /** Addresses of proxies whose X-Forwarded-For is believed: an Express `trust proxy` list. */
  readonly trustedProxies: string | undefined
  readonly apiKey: string | undefined
  /** Opens the file that `--restore` names. */
  readonly restorePassphrase: string | undefined
  /** Fills an empty database at its first start with a demo workspace. */
  readonly demo: boolean
  readonly log: 'text' | 'json' | 'silent'
  /** Ports on which programs on this machine usually serve models. */
  readonly localModels: Readonly<Record<LocalPreset, number>>
  /** Ports on which speech servers on this machine usually listen. */
  readonly localSpeech: readonly number[]
  readonly llm:
    | { readonly url: string; readonly key: string | undefined; readonly model: string }
    | undefined
  /** Private addresses that this server may call for its users, beside the owner's list. */
  readonly network: NetworkPolicy
  /** Key that encrypts stored secrets; without one it is kept in a file, unless that is refused. */
  readonly secrets: { readonly key: string | undefined; readonly isRefused: boolean }
  readonly rates: Readonly<Record<RateName, Rate>>
  readonly limits: { readonly [name in keyof typeof LIMITS]: number }
  /** The environment of this process: programs that speak get what they need of it. */
  readonly environment: NodeJS.ProcessEnv
  /** Checks every reply and every event against its contract and refuses one that breaks it (tests and development). */
  readonly checkReplies: boolean
}

/** Shortest key of a server with a public address, characters: it cannot be guessed at the rate that is allowed. */
const PUBLIC_KEY_LENGTH = 24

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

/** Backups in the data folder itself would be in the way of what is restored from them. */
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

/** The operating system's folder for an application's data. */
function defaultDataDir(env: NodeJS.ProcessEnv): string {
  const home = homedir()
  if (process.platform === 'darwin')
    return path.join(home, 'Library', 'Application Support', 'Parley')
  if (process.platform === 'win32')
    // The other one, `APPDATA`, is copied from machine to machine, and a database is not for that.
    return path.join(env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local'), 'Parley')
  return path.join(env['XDG_DATA_HOME'] ?? path.join(home, '.local', 'share'), 'Parley')
}
