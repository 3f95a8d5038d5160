import type { RequestHandler } from 'express'
import { loopbackHosts } from '#contracts/loopback.ts'
import { AppError } from '../errors.ts'

interface HostCheckOptions {
  /** The port this server listens on. */
  readonly port: () => number
  readonly publicUrl: string | undefined
}

/**
 * Only accepts requests to one of our own host names: DNS rebinding passes every other check (docs/spec/threats.md, M7
 * and F10). Requires exactly one Host header, and a target in origin form.
 */
export function hostCheck({ port, publicUrl }: HostCheckOptions): RequestHandler {
  let names: ReadonlySet<string> | undefined
  return (req, _res, next) => {
    // The port is known once the server listens, and then never changes.
    names ??= new Set([...loopbackHosts(port()), ...(publicUrl ? [new URL(publicUrl).host] : [])])
    const hosts = req.rawHeaders.filter(
      (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
    )
    const isOurs = names.has(req.headers.host?.toLowerCase() ?? '')
    if (hosts.length !== 1 || !isOurs || !req.url.startsWith('/')) {
      throw new AppError('misdirected')
    }
    next()
  }
}
