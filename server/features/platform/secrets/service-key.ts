import { fault } from '#contracts/faults.ts'
import { AppError, InvalidFields } from '../../../errors.ts'
import { type Vault, VaultError, type VaultFault } from '../../../providers/secrets/vault.ts'

/** A service with an optional key, which is stored encrypted. */
interface KeyHolder {
  readonly id: number
  readonly sealed_key: string | null
}

/** The same at its address. */
export interface Service extends KeyHolder {
  readonly base_url: string
}

/** A key in a request: null deletes the stored one, undefined keeps it. */
type SentKey = string | null | undefined

/** Keys of one kind of service, each encrypted under a name derived from the service's id by `nameOf`. */
export function serviceKeys(nameOf: (id: number) => string) {
  /**
   * Encrypts and stores a service's key.
   * @throws AppError `conflict` if this machine stores no secrets
   */
  function seal(vault: Vault, id: number, key: string): string {
    try {
      return vault.seal(nameOf(id), key)
    } catch (error) {
      if (error instanceof VaultError) throw new AppError(error.code)
      throw error
    }
  }

  /** The key of a service, or the reason why it cannot be read; undefined if it has none. */
  function open(
    vault: Vault,
    { id, sealed_key }: KeyHolder,
  ): { readonly key: string | undefined } | { readonly error: VaultFault } {
    if (sealed_key === null) return { key: undefined }
    try {
      return { key: vault.open(nameOf(id), sealed_key) }
    } catch (error) {
      if (error instanceof VaultError) return { error: error.code }
      throw error
    }
  }

  return {
    seal,
    open,
    /**
     * The encrypted key of a service after an update.
     * @throws InvalidFields if the stored key would be sent to another address
     */
    after(
      vault: Vault,
      row: Service,
      {
        key,
        base_url = row.base_url,
      }: { readonly key?: SentKey; readonly base_url?: string | undefined },
    ): string | null {
      if (key) return seal(vault, row.id, key)
      if (key === null) return null
      assertSameHost(row, base_url)
      return row.sealed_key
    },
    /**
     * The key for testing a service, saved or not.
     * @throws InvalidFields if the stored key would be sent to another address
     * @throws AppError if the stored key cannot be read
     */
    toTry(vault: Vault, row: Service | undefined, url: string, sent: SentKey): string | undefined {
      if (sent !== undefined || !row) return sent ?? undefined
      assertSameHost(row, url)
      const opened = open(vault, row)
      if ('error' in opened) throw new AppError(opened.error)
      return opened.key
    },
  }
}

/** A stored key is only sent to the address it was entered for: being able to change an address must not reveal it. */
function assertSameHost({ base_url, sealed_key }: Service, url: string): void {
  if (sealed_key === null || new URL(url).origin === new URL(base_url).origin) return
  throw new InvalidFields({
    key: [fault('key_needed_for_host', { host: new URL(base_url).origin })],
  })
}
