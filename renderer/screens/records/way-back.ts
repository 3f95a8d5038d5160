import type { Address } from '../../app/address.ts'
import type { Desk } from '../../app/desk.ts'
import { useKeys } from '../../ui/use-keys.ts'

/** How each list was left, by its path: its filters and its page. */
const left = new WeakMap<Address, Map<string, string>>()

/** Keeps how the list that is shown looks now. */
export function keepPlace(address: Address): void {
  const places = left.get(address) ?? new Map<string, string>()
  places.set(address.path.value, address.url.value)
  left.set(address, places)
}

/** The list at this path as it was left. */
export const placeOf = (address: Address, path: string): string =>
  left.get(address)?.get(path) ?? path

/** The way from a record to its list, which Escape goes, too. */
export function useWayBack({ address }: Pick<Desk, 'address'>, path: string): string {
  const href = placeOf(address, path)
  useKeys(true, { Escape: () => address.go(href) })
  return href
}
