import type { RequestHandler } from 'express'
import { AppError } from '../errors.ts'

interface HostCheckOptions {
  /** The port this server listens on. */
  readonly port: () => number
  readonly publicUrl: string | undefined
}

/**
 * Lets through what was sent to a name of ours and nothing else: DNS rebinding passes every other check
 * (THREATS.md, M7 and F10). Exactly one Host header, and a target in origin form.
 */
export function hostCheck({ port, publicUrl }: HostCheckOptions): RequestHandler {
  const publicHost = publicUrl && new URL(publicUrl).host
  return (req, _res, next) => {
    const hosts = req.rawHeaders.filter(
      (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
    )
    const host = req.headers.host?.toLowerCase()
    const known = host !== undefined && (host === publicHost || isLoopback(host, port()))
    if (hosts.length !== 1 || !known || !req.url.startsWith('/')) {
      throw new AppError('misdirected', 'Misdirected request.')
    }
    next()
  }
}

function isLoopback(host: string, port: number): boolean {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`].includes(host)
}
