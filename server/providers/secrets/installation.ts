import { createHmac, hash, hkdfSync, timingSafeEqual } from 'node:crypto'
import path from 'node:path'
import type { Config } from '../../config.ts'
import type { Outside } from '../../context.ts'
import { keyFile } from './key-file.ts'

/** The key that tells this installation from every other: in no backup and in no export. */
export interface Installation {
  /** Stands for the installation, and says nothing about its key. */
  id(): string
  /** A key of 32 bytes for one purpose. */
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

/** Key of data that is in memory only: every copy of it is of this process. */
let memory: string | undefined

/** The installation of a data folder; its key is a file there that only its user can read. */
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
