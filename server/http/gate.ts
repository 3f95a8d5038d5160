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

/** Looks up the principal of a secret, by its SHA-256. */
export interface Directory {
  operatorByKey(hash: Buffer): Operator | undefined
  operatorBySession(hash: Buffer): Operator | undefined
  visitorByToken(hash: Buffer): VisitorPrincipal | undefined
  /** Reports whether an operator has blocked a visitor. */
  isVisitorBlocked(visitor: VisitorPrincipal): boolean
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

/** Authenticates callers per plane, and never for both. */
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
   * Checked before a key is looked up, so that even the right key fails after too many guesses. Counts by address and
   * by key prefix: a guesser locks nobody else out.
   * @throws AppError `too_many_requests`
   */
  function assertMayGuess(req: Request): void {
    if (req.headers.authorization !== undefined) limiters.badKeys.assertRoom(guessKey(req))
  }

  /** Counts a wrong secret; a missing one is not a guess. */
  function countGuess(req: Request): void {
    if (req.headers.authorization === undefined) return
    limiters.badKeys.take(guessKey(req))
    limiters.badKeys.take(addressKey(req.ip))
  }

  /** The operator behind a request with a valid key or session. */
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

  /** A page that may show any assistant may read the reason for a refusal, and start over. */
  function site(req: Request, res: Response): undefined {
    if (isOriginKnown(req)) permit(req, res)
  }

  /** Checks a page against an assistant's list of websites. */
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
     * Authenticates and authorises the caller of an endpoint.
     * @throws AppError `unauthenticated`, the reason why a capability is missing, or `visitor_blocked`
     */
    admit<plane extends Plane>(
      {
        plane,
        capability,
        alsoNeeds,
        refusesBlocked,
      }: {
        readonly plane: plane
        readonly capability: Capability
        readonly alsoNeeds?: Capability | undefined
        readonly refusesBlocked?: boolean | undefined
      },
      req: Request,
      res: Response,
    ): PrincipalOf<plane> {
      const principal = planes[plane](req, res)
      if (plane === 'operator') {
        assertMay(principal as Operator, capability)
        if (alsoNeeds) assertMay(principal as Operator, alsoNeeds)
      }
      if (refusesBlocked && directory.isVisitorBlocked(principal as VisitorPrincipal))
        throw new AppError('visitor_blocked')
      return principal
    },
    /**
     * Charges a call to the budget of a caller without a key; operators have no budget.
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

/** Announced length of a request's body, bytes; undefined for a chunked one. */
export function announcedLength({ headers }: Request): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}

/** Length of the key prefix by which guesses are counted, characters. */
const KEY_PREFIX_LENGTH = 12

const guessKey = (req: Request): string =>
  `${addressKey(req.ip)} ${req.headers.authorization!.slice(0, 'Bearer '.length + KEY_PREFIX_LENGTH)}`
