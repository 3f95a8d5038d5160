import { isIP } from 'node:net'
import { type Fault, fault } from '#contracts/faults.ts'
import { reachOf } from './address.ts'

/** Normalises a `host:port` of the list of private addresses; undefined if it is invalid. */
export function parseAddress(text: string): string | undefined {
  const written = text.trim()
  return /^[^/?#@\s]+:\d{1,5}$/.test(written) ? addressOf(`http://${written}`) : undefined
}

/** The `host:port` of an http or https URL; undefined if it is invalid. */
export function addressOf(url: string): string | undefined {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined
  const { hostname, port, protocol, username } = new URL(url)
  const number = Number(port || (protocol === 'https:' ? 443 : 80))
  return username === '' && number > 0 ? `${hostname}:${number}` : undefined
}

/** Splits a `host:port`, removing the brackets of IPv6. */
export function partsOf(address: string): { readonly host: string; readonly port: number } {
  const colon = address.lastIndexOf(':')
  return {
    host: address.slice(0, colon).replace(/^\[|\]$/g, ''),
    port: Number(address.slice(colon + 1)),
  }
}

/** Reason why listing an address is pointless; undefined if it is fine. Names would need a look-up first. */
export function faultOfAddress(address: string): Fault | undefined {
  const { host } = partsOf(address)
  if (isIP(host) === 0) return undefined
  const reach = reachOf(host)
  if (reach === 'forbidden') return fault('never_called')
  return reach === 'public' ? fault('already_public') : undefined
}
