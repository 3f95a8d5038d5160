import express, { type Request, type RequestHandler, type Response } from 'express'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { addressKey } from '../../../http/rate-limit.ts'
import type { Http } from '../../../http/routes.ts'
import { isSigned, type Signed, signedUpgrade } from '../../../providers/form-api/signature.ts'

type Needs = Pick<Context, 'config'> & Pick<Http, 'gate'>

/** Maximum size of a provider's form, bytes. */
const FORM_BYTES = 32 * 1024

const parse = express.text({ limit: FORM_BYTES, type: () => true, inflate: false })

/** Parses the form of a provider's request for `signedForm`. */
export const readForm: RequestHandler = (req, res, next) => {
  const type = req.headers['content-type'] ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw noForm()
  parse(req, res, (error?: unknown) => next(error === undefined ? undefined : translated(error)))
}

const noForm = () =>
  new AppError('wrong_content_type', { params: { type: 'application/x-www-form-urlencoded' } })

function translated(error: unknown): unknown {
  const { type, status } = error as { type?: string; status?: number }
  if (type === 'entity.too.large') return new AppError('body_too_large')
  if (status === 415) return noForm()
  return error
}

/**
 * The form of a request signed by the provider. The signature is checked against the URL that the provider was given, never one that
 * the request claims.
 * @param token of the account; undefined without one
 * @throws AppError 403 for any other request
 */
export function signedForm(
  context: Needs,
  token: string | undefined,
  req: Request,
): URLSearchParams {
  const fields = new URLSearchParams(typeof req.body === 'string' ? req.body : '')
  const signed = (publicUrl: string) => ({ url: `${publicUrl}${req.originalUrl}`, fields })
  assertSigned(context, token, req, signed)
  return fields
}

/**
 * The form of a request signed for the account that text messages go through.
 * @throws AppError 403 for any other request
 */
export const formOfAccount = (
  context: Needs & Pick<Context, 'formApi'>,
  req: Request,
): URLSearchParams => signedForm(context, context.formApi.account()?.token, req)

/** Answers a report of the provider without an immediate reply. */
export function answerNothing(res: Response): void {
  res.set({ 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'no-store' })
  res.end('<?xml version="1.0" encoding="UTF-8"?><Response/>')
}

/**
 * Accepts a WebSocket upgrade signed by the provider.
 * @param token of the account; undefined without one
 * @throws AppError 403 for any other request
 */
export function assertUpgradeSigned(
  context: Needs,
  token: string | undefined,
  req: Request,
): asserts token is string {
  assertSigned(context, token, req, (publicUrl) => signedUpgrade(publicUrl, req.originalUrl))
}

function assertSigned(
  { config: { publicUrl }, gate }: Needs,
  token: string | undefined,
  req: Request,
  signed: (publicUrl: string) => Signed,
): void {
  const signature = req.headers['x-twilio-signature']
  const isKnown = token !== undefined && publicUrl !== undefined
  if (isKnown && isSigned(token, signed(publicUrl), signature)) return
  gate.limit('badKeys', addressKey(req.ip))
  throw new AppError('signature_invalid')
}
