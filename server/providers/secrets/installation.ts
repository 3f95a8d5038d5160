import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import path from 'node:path'
import type { Config } from '../../config.ts'
import type { Outside } from '../../context.ts'
import { keyFile } from './key-file.ts'

/** Identity of this installation; its key is in no backup and in no export. */
export interface Installation {
  /** Identifies the installation without revealing its key. */
  id(): string
  /** Derives a 32-byte key for one purpose. */
  keyFor(purpose: string): Buffer
  sign(text: string): string
  isSignedHere(text: string, signature: string | null | undefined): boolean
}

interface InstallationOptions {
  readonly config: Pick<Config, 'dataDir'>
  readonly inMemory: boolean
  readonly randomBytes: Outside['randomBytes']
}

const FILE = 'installation.key'
const SIGNATURE = /^[\w-]{43}$/

/** Key of in-memory data, shared by all servers of this process. */
let memory: string | undefined

/** Loads the identity of a data folder; its key is in a file that only its user can read. */
export function createInstallation({
  config,
  inMemory,
  randomBytes,
}: InstallationOptions): Installation {
  let secret: string | undefined

  function key(): string {
    const make = () => randomBytes(32).toString('base64url')
    return (secret ??= inMemory
      ? (memory ??= make())
      : keyFile(path.join(config.dataDir, FILE), make))
  }

  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', key(), '', purpose, 32))
  const sign = (text: string) =>
    createHmac('sha256', keyFor('archives')).update(text).digest('base64url')

  return {
    id: () => hash('sha256', keyFor('id'), 'hex').slice(0, 32),
    keyFor,
    sign,
    isSignedHere: (text, signature) =>
      typeof signature === 'string' &&
      SIGNATURE.test(signature) &&
      timingSafeEqual(Buffer.from(signature), Buffer.from(sign(text))),
  }
}
