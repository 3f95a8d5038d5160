import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { state } from './keyring.ts'

type State = Partial<typeof state>

/** Every state of a keyring, with one start of the app after another in the same profile. */
const LIVES: readonly State[] = [
  {},
  { isRotated: true },
  { isLocked: true },
  { isThere: false },
  { hasPassword: false },
  { hasPassword: false, isRotated: true },
  {},
]

export interface PlaintextRun {
  readonly starts: number
  /** Files that contain a key in clear text, in any of its encodings. */
  readonly written: number
  /** Starts with an unusable keyring that received a key anyway. */
  readonly wrong: number
}

/** Starts the app's secrets and workspace keys with every keyring, and reads every byte left on the disk. */
export async function runPlaintext(folder: string): Promise<PlaintextRun> {
  const live = await importApp()
  const said = console.error
  console.error = () => undefined
  const keys = new Set<string>()
  let wrong = 0
  try {
    for (const [index, profile] of ['a', 'b'].entries()) {
      const place = path.join(folder, profile)
      mkdirSync(place)
      // The second profile has no usable keyring until its last start.
      const lives = index === 0 ? LIVES : LIVES.toReversed().slice(1, -2)
      for (const life of lives) {
        Object.assign(state, { isThere: true, hasPassword: true, isLocked: false })
        Object.assign(state, { isRotated: false, logs: path.join(folder, 'logs') }, life)
        const lived = await live(place)
        for (const key of lived.keys) keys.add(key)
        if (lived.kept.some((isKept) => isKept !== isUsable(life))) wrong++
      }
    }
  } finally {
    console.error = said
  }
  return { starts: LIVES.length * 2 - 3, written: filesWith(folder, keys), wrong }
}

/** Keys that a start received, and for each whether it would be available at the next one. */
interface Lived {
  readonly keys: readonly string[]
  readonly kept: readonly boolean[]
}

/** One start of the app in a profile, reduced to secrets: the server's key, and a workspace that is added. */
async function importApp(): Promise<(place: string) => Promise<Lived>> {
  const fake = new URL('./keyring.ts', import.meta.url).href
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'electron' ? { url: fake, shortCircuit: true } : next(specifier, context),
  })
  const { createKeyring } = await import('../../../electron/keyring.ts')
  const { openSecrets } = await import('../../../electron/secrets.ts')
  const { createWorkspaceKeys } = await import('../../../electron/workspace-keys.ts')
  const { createWorkspaces, KeptWorkspaces } = await import('../../../electron/workspaces.ts')
  const { createKept } = await import('../../../electron/kept.ts')
  hooks.deregister()

  return async (place) => {
    const keyring = createKeyring()
    const { env } = await openSecrets(place, keyring)
    const file = path.join(place, 'workspaces.json')
    const workspaces = createWorkspaces(createKept(() => file, KeptWorkspaces))
    const { id } = workspaces.add({ name: 'Shop', address: 'https://chat.example.com' })!
    const key = `1|${randomBytes(30).toString('base64url')}`
    const own = createWorkspaceKeys(() => place, keyring)
    await own.open()
    await own.keep(id, key)
    if ((await own.of(id)) !== key) throw new Error('A key is lost while the app runs')
    const given = 'PARLEY_SECRETS_KEY' in env ? [env.PARLEY_SECRETS_KEY] : []
    return { keys: [key, ...given], kept: [given.length === 1, own.storageOf(id) === 'kept'] }
  }
}

/** Only Linux marks data encrypted without a keyring password; macOS and Windows always have one. */
const isUsable = ({ isThere = true, isLocked = false, hasPassword = true }: State): boolean =>
  isThere && !isLocked && (hasPassword || process.platform !== 'linux')

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
