import type { Request, Response } from 'express'

/** A form in which something may be sent. */
export interface Coded {
  /** Content coding (RFC 9110, 8.4.1); undefined for the thing as it is. */
  readonly coding: 'br' | 'gzip' | undefined
}

/**
 * Chooses the first form that the client accepts, and sets the headers that say so.
 * @param forms the preferred one first
 */
export function acceptedForm<form extends Coded>(
  { req, res }: { readonly req: Request; readonly res: Response },
  forms: readonly form[],
): form | undefined {
  const best = forms.find(({ coding }) => !coding || req.acceptsEncodings(coding))
  if (best && forms.length > 1) res.vary('Accept-Encoding')
  if (best?.coding) res.set('Content-Encoding', best.coding)
  return best
}
