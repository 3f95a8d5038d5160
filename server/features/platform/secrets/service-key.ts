import { fault } from '#contracts/faults.ts'
import { AppError, InvalidFields } from '../../../errors.ts'
import { type Vault, VaultError, type VaultFault } from '../../../providers/secrets/vault.ts'

/** A service that may have a key, which is kept sealed. */
interface KeyHolder {
  readonly id: number
  readonly sealed_key: string | null
}

interface Service extends KeyHolder {
  readonly base_url: string
}

/** A key as it is sent: null forgets the kept one, and undefined keeps it. */
type SentKey = string | null | undefined

/** Keys of one sort of services, each locked away under the name that `nameOf` gives to the service's id. */
export function serviceKeys(nameOf: (id: number) => string) {
  /**
   * Locks a service's key away.
   * @throws AppError `conflict` where this machine keeps no secrets
   */
  function seal(vault: Vault, id: number, key: string): string {
    try {
      return vault.seal(nameOf(id), key)
    } catch (error) {
      if (error instanceof VaultError) throw new AppError(error.code)
      throw error
    }
  }

  /** The key of a service, or why it cannot be read; undefined when it has none. */
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
     * The sealed key of a service after a change.
     * @throws InvalidFields when the kept key would go to another address
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
     * The key to try a service with, saved or not.
     * @throws InvalidFields when the kept key would go to another address
     * @throws AppError when the kept key cannot be read
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

/** A kept key goes to no other address than the one it was entered for: who may change an address must not learn it. */
function assertSameHost({ base_url, sealed_key }: Service, url: string): void {
  if (sealed_key === null || new URL(url).origin === new URL(base_url).origin) return
  throw new InvalidFields({
    key: [fault('key_needed_for_host', { host: new URL(base_url).origin })],
  })
}
