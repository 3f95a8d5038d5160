import type { CookieOptions, Request, Response } from 'express'
import { type Context, newSecret } from '../../../context.ts'
import { secureHost } from '../../../http/secure-host.ts'
import { SIGN_IN_MS } from './pending.ts'

const NAME = 'parley_mcp_sign_in'

type Needs = Pick<Context, 'config' | 'randomBytes'>

/**
 * The cookie by which a returning browser is known as the one that started a sign-in. The session's own cookie is not sent on the way back from another
 * site; this one is, and authorises nothing else.
 */
export function createBrowserMark(context: Needs) {
  const isSecure = secureHost(context.config.publicUrl)

  function nameAndOptions({ headers: { host = '' } }: Request): [string, CookieOptions] {
    const common = { httpOnly: true, sameSite: 'lax', path: '/' } as const
    if (isSecure(host)) return [`__Host-${NAME}`, { ...common, secure: true }]
    return [`${NAME}_${new URL(`http://${host}`).port || '80'}`, common]
  }

  /** The mark of a request; undefined without one, or if there are two, one of which was planted. */
  function read(req: Request): string | undefined {
    const [name] = nameAndOptions(req)
    const values = (req.headers.cookie ?? '')
      .split('; ')
      .filter((pair) => pair.startsWith(`${name}=`))
      .map((pair) => pair.slice(name.length + 1))
    return values.length === 1 && /^[\w-]{43}$/.test(values[0]!) ? values[0] : undefined
  }

  return {
    read,
    /** Marks the browser that gets this response; other sign-ins that it has started stay valid. */
    set(req: Request, res: Response): string {
      const [name, options] = nameAndOptions(req)
      const value = read(req) ?? newSecret(context)
      res.cookie(name, value, { ...options, maxAge: SIGN_IN_MS })
      return value
    },
  }
}
