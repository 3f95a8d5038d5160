import type { Request, Response } from 'express'
import type { Capability } from '#contracts/capabilities.ts'
import type { Plane } from '#contracts/endpoint.ts'
import type { Spending } from '#contracts/spending.ts'
import { AppError, unauthenticated } from '../errors.ts'
import { type Allowance, type Spent, UNLIMITED } from './allowance.ts'
import { forbid, type OriginPolicy, permit, type SameOrigin } from './cors.ts'
import { assertMay } from './policy.ts'
import { bearerOf, hashOf, type Operator, type VisitorPrincipal } from './principal.ts'
import { addressKey, type RateLimiters } from './rate-limit.ts'
import type { SessionCookie } from './session-cookie.ts'

/** Looks up the principal behind a secret, by its SHA-256. */
export interface Directory {
  operatorByKey(hash: Buffer): Operator | undefined
  operatorBySession(hash: Buffer): Operator | undefined
  visitorByToken(hash: Buffer): VisitorPrincipal | undefined
}

interface Gatekeepers {
  readonly directory: Directory
  readonly limiters: RateLimiters
  readonly allowance: Allowance
  readonly originPolicy: OriginPolicy
  readonly isSameOrigin: SameOrigin
  readonly sessionCookie: SessionCookie
  /** Reports whether any assistant may be shown by the requesting page. */
  readonly isOriginKnown: (req: Request) => boolean
}

/** The authenticated caller, by plane. */
export interface Principals {
  readonly operator: Operator
  readonly visitor: VisitorPrincipal
  readonly site: undefined
  readonly public: undefined
}
export type PrincipalOf<plane extends Plane> = Principals[plane]

export type Gate = ReturnType<typeof createGate>

/** Lets the right callers into each plane and nobody into two. */
export function createGate({
  directory,
  limiters,
  allowance,
  originPolicy,
  isSameOrigin,
  sessionCookie,
  isOriginKnown,
}: Gatekeepers) {
  function operator(req: Request): Operator {
    if (!isSameOrigin(req)) throw new AppError('same_origin_only')
    assertMayGuess(req)
    const found = identify(req)
    if (found) return found
    countGuess(req)
    throw unauthenticated()
  }

  /**
   * Asked before a key is looked up, so that the right one, guessed at last, opens nothing either. It counts by address
   * and by the beginning of the key: whoever guesses locks nobody else out.
   * @throws AppError `too_many_requests`
   */
  function assertMayGuess(req: Request): void {
    if (req.headers.authorization !== undefined) limiters.badKeys.assertRoom(guessKey(req))
  }

  /** Counts a secret that was wrong; an absent one is no guess. */
  function countGuess(req: Request): void {
    if (req.headers.authorization === undefined) return
    limiters.badKeys.take(guessKey(req))
    limiters.badKeys.take(addressKey(req.ip))
  }

  /** The operator behind a request, if it carries a good key or session. */
  function identify(req: Request): Operator | undefined {
    const bearer = bearerOf(req)
    if (bearer !== undefined)
      return bearer === null ? undefined : directory.operatorByKey(hashOf(bearer))
    const cookie = sessionCookie.read(req)
    return cookie === undefined ? undefined : directory.operatorBySession(hashOf(cookie))
  }

  function visitor(req: Request, res: Response): VisitorPrincipal {
    const bearer = bearerOf(req)
    assertMayGuess(req)
    const found = bearer ? directory.visitorByToken(hashOf(bearer)) : undefined
    if (!found) {
      site(req, res)
      countGuess(req)
      throw unauthenticated()
    }
    admitSite(req, res, JSON.parse(found.allowedOrigins))
    return found
  }

  /** A page that may show some assistant may read why it is refused, and begin anew. */
  function site(req: Request, res: Response): undefined {
    if (isOriginKnown(req)) permit(req, res)
  }

  /** Admits a page by an assistant's list of websites. */
  function admitSite(req: Request, res: Response, allowed: readonly string[]): void {
    if (!originPolicy(req, allowed)) {
      forbid(res)
      throw new AppError('site_not_allowed')
    }
    permit(req, res)
  }

  const planes: { [plane in Plane]: (req: Request, res: Response) => PrincipalOf<plane> } = {
    operator,
    visitor,
    site,
    public: () => undefined,
  }

  return {
    /**
     * Recognises the caller of an endpoint and checks that they may call it.
     * @throws AppError `unauthenticated`, or the reason why their capabilities do not reach
     */
    admit<plane extends Plane>(
      { plane, capability }: { readonly plane: plane; readonly capability: Capability },
      req: Request,
      res: Response,
    ): PrincipalOf<plane> {
      const principal = planes[plane](req, res)
      if (plane === 'operator') assertMay(principal as Operator, capability)
      return principal
    },
    /**
     * Takes a call from the budget of a caller without a key; an operator has none.
     * @throws AppError `address_blocked` or `too_many_requests`
     */
    spend(
      { plane, spends }: { readonly plane: Plane; readonly spends?: Spending | undefined },
      req: Request,
      principal: unknown,
    ): Spent {
      if (!spends) return UNLIMITED
      const visitor = plane === 'visitor' ? (principal as VisitorPrincipal) : undefined
      const caller = { address: addressKey(req.ip), ...(visitor && { visitor }) }
      return allowance.spend(spends, caller, announcedLength(req))
    },
    identify: (req: Request) => (isSameOrigin(req) ? identify(req) : undefined),
    isSameOrigin,
    sessionCookie,
    admitSite,
    limit: (name: keyof RateLimiters, key: string) => limiters[name].take(key),
  }
}

/** Length of a body that a request announces, bytes; undefined where it comes in pieces. */
export function announcedLength({ headers }: Request): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}

/** Characters at the beginning of a key by which guesses are counted. */
const PREFIX = 12

const guessKey = (req: Request): string =>
  `${addressKey(req.ip)} ${req.headers.authorization!.slice(0, 'Bearer '.length + PREFIX)}`
