import type { Address } from '../../app/address.ts'
import type { Desk } from '../../app/desk.ts'
import { useKeys } from '../../ui/use-keys.ts'

/** The address of each list as it was left, by path, including filters and page. */
const left = new WeakMap<Address, Map<string, string>>()

/** Remembers the address of the current list. */
export function keepPlace(address: Address): void {
  const places = left.get(address) ?? new Map<string, string>()
  places.set(address.path.value, address.url.value)
  left.set(address, places)
}

/** Address of a list as it was left. */
export const placeOf = (address: Address, path: string): string =>
  left.get(address)?.get(path) ?? path

/** Link from a record back to its list, also followed by Escape. */
export function useWayBack({ address }: Pick<Desk, 'address'>, path: string): string {
  const href = placeOf(address, path)
  useKeys(true, { Escape: () => address.go(href) })
  return href
}
