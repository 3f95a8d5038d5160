import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { state } from './keyring.ts'

type State = Partial<typeof state>

/** Every way a keyring can be, one start of the app after another in the same profile. */
const LIVES: readonly State[] = [
  {},
  { isRotated: true },
  { isLocked: true },
  { isThere: false },
  { backend: 'basic_text' },
  { backend: 'unknown' },
  {},
]

export interface PlaintextRun {
  readonly starts: number
  /** Files that hold a key in clear, in any of its spellings. */
  readonly written: number
  /** Starts with an unusable keyring that got a key all the same. */
  readonly wrong: number
}

/** Starts the app's secrets with every keyring, and reads every byte that it has left on the disk. */
export async function runPlaintext(folder: string): Promise<PlaintextRun> {
  const keyring = new URL('./keyring.ts', import.meta.url).href
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url: keyring, shortCircuit: true } : next(specifier, context),
  })
  const { secretsEnv } = await import('../../../electron/secrets.ts')
  hooks.deregister()
  const said = console.error
  console.error = () => undefined
  const keys = new Set<string>()
  let wrong = 0
  try {
    for (const [index, profile] of ['a', 'b'].entries()) {
      const place = path.join(folder, profile)
      mkdirSync(place)
      // The second profile never has a keyring worth the name until its last start.
      const lives = index === 0 ? LIVES : LIVES.toReversed().slice(1, -2)
      for (const life of lives) {
        Object.assign(state, { isThere: true, backend: 'gnome_libsecret', isLocked: false })
        Object.assign(state, { isRotated: false, logs: path.join(folder, 'logs') }, life)
        const env = await secretsEnv(place)
        if ('PARLEY_SECRETS_KEY' in env) keys.add(env.PARLEY_SECRETS_KEY)
        if ('PARLEY_SECRETS_KEY' in env !== isUsable(life)) wrong++
      }
    }
  } finally {
    console.error = said
  }
  return { starts: LIVES.length * 2 - 3, written: filesWith(folder, keys), wrong }
}

/** Without a keyring of its own system (macOS, Windows), no name of one makes it worse. */
const isUsable = ({ isThere = true, isLocked = false, backend = '' }: State): boolean =>
  isThere &&
  !isLocked &&
  !(process.platform === 'linux' && ['basic_text', 'unknown'].includes(backend))

function filesWith(folder: string, keys: ReadonlySet<string>): number {
  const spellings = [...keys].flatMap((key) => {
    const bytes = Buffer.from(key, 'base64url')
    return [key, bytes.toString('base64'), bytes.toString('hex'), bytes.toString('latin1')]
  })
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => {
      const text = readFileSync(path.join(entry.parentPath, entry.name), 'latin1')
      return spellings.some((spelling) => text.includes(spelling))
    }).length
}
