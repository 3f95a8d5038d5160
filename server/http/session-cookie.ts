import type { CookieOptions, Request, Response } from 'express'
import { secureHost } from './secure-host.ts'

export type SessionCookie = ReturnType<typeof createSessionCookie>

/** Prefix of the cookie's name; the rest distinguishes servers on the same host, which share their cookies. */
export const SESSION_COOKIE = 'parley_session'

/**
 * The cookie of an operator's browser session. Under a public https address it is `__Host-parley_session`, which no
 * other host and no plain connection can set; elsewhere its name includes the port, because cookies ignore ports.
 */
export function createSessionCookie(publicUrl: string | undefined) {
  const isSecure = secureHost(publicUrl)

  function nameAndOptions({ headers: { host = '' } }: Request): [string, CookieOptions] {
    const common = { httpOnly: true, sameSite: 'strict' } as const
    // The prefix requires the path `/`.
    if (isSecure(host)) return [`__Host-${SESSION_COOKIE}`, { ...common, secure: true, path: '/' }]
    const { port } = new URL(`http://${host}`)
    return [`${SESSION_COOKIE}_${port || '80'}`, { ...common, path: '/api' }]
  }

  return {
    /** The cookie of a request; undefined without one, or if there are two, one of which was planted. */
    read(req: Request): string | undefined {
      const [name] = nameAndOptions(req)
      const values = (req.headers.cookie ?? '')
        .split('; ')
        .filter((pair) => pair.startsWith(`${name}=`))
      return values.length === 1 ? values[0]!.slice(name.length + 1) : undefined
    },
    /** Sets a browser's session cookie; `maxAge` in ms. */
    set(req: Request, res: Response, value: string, maxAge: number): void {
      const [name, options] = nameAndOptions(req)
      res.cookie(name, value, { ...options, maxAge })
    },
    clear(req: Request, res: Response): void {
      const [name, options] = nameAndOptions(req)
      res.clearCookie(name, options)
    },
  }
}
