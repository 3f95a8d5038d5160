import type { Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import {
  type AnswerOf,
  type AnyEndpoint,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  spellingsOf,
} from '#contracts/endpoint.ts'
import type { FieldFaults } from '#contracts/errors.ts'
import { fieldFaults } from '#contracts/field-errors.ts'
import type { Localizer } from '#contracts/localize.ts'
import { InvalidFields, type StorageTrouble, storageRefusal } from '../errors.ts'
import type { AnswerCache } from './answer-cache.ts'
import { announcedLength, type Gate, type PrincipalOf } from './gate.ts'
import type { ReadBody } from './json-body.ts'
import { LANGUAGE_HEADER, localizerOf } from './language.ts'
import type { Pace } from './pace.ts'
import { createPager, type Pager } from './pagination.ts'
import { parseBody } from './parse-body.ts'
import type { Paths } from './paths.ts'
import { questionOf } from './repeat.ts'
import type { RunningHandlers } from './running-handlers.ts'
import { sendJson } from './send.ts'

/** One call of an endpoint, parsed and trusted. */
export interface CallOf<e extends AnyEndpoint> {
  readonly params: ParamsOf<e>
  readonly query: QueryOf<e>
  readonly body: BodyOf<e>
  readonly principal: PrincipalOf<e['plane']>
  /** Refunds the call: it repeats one that has already been counted. */
  readonly refund: () => void
  /**
   * Charges the call's disk space to an assistant's budget, if the caller has no key.
   * @throws AppError `too_many_requests`
   */
  readonly charge: (assistantId: number) => void
  /** Origin by which the caller reached this server. */
  readonly origin: string
  /** Translates faults within a reply to the caller's language. */
  readonly localizer: Localizer
  /** Builds the envelope of a list. */
  readonly page: Pager
  /** Answers with another status than the usual one of the endpoint. */
  readonly answerWith: (status: 200 | 201) => void
  readonly req: Request
  readonly res: Response
}

type Handler<e extends AnyEndpoint> = (call: CallOf<e>) => AnswerOf<e> | Promise<AnswerOf<e>>

/** Rules beyond the shape of a body. They see only the valid fields; an invalid one is present as undefined. */
type Rules<e extends AnyEndpoint> = (
  fields: Partial<BodyOf<e>>,
  principal: PrincipalOf<e['plane']>,
  params: ParamsOf<e>,
) => FieldFaults

/** Registers the handler of an endpoint; faults of `rules` join those of the body's schema in the same response. */
export type Handle = <e extends AnyEndpoint>(
  endpoint: e,
  handler: Handler<e>,
  rules?: Rules<e>,
) => void

interface HandleOptions {
  readonly paths: Paths<RequestHandler>
  readonly gate: Gate
  readonly readBody: ReadBody
  /** Delays a request with a body until a turn of the event loop has room for it. */
  readonly pace: Pace
  /** Origin by which a caller reached this server. */
  readonly origin: (req: Request) => string
  readonly checkReplies: boolean
  readonly answers: AnswerCache
  /** Endpoints with a handler: each is added once. */
  readonly mounted: Set<AnyEndpoint>
  /** Reason why nothing may be written. */
  readonly trouble: () => StorageTrouble | undefined
  /** The commit that contains the data just read; undefined if everything is on disk. */
  readonly pendingCommit: () => Promise<void> | undefined
  /** Handlers that the server waits for before it closes the database. */
  readonly running: RunningHandlers
}

/** Creates `handle`, which runs in this order: authentication, budget, body, rules, handler, reply. */
export function createHandle({
  paths,
  gate,
  readBody,
  pace,
  origin,
  checkReplies,
  answers,
  mounted,
  trouble,
  pendingCommit,
  running,
}: HandleOptions): Handle {
  /** Keeps the answer to a request that may be given again. */
  function cacheWriterOf({ repeatable }: AnyEndpoint, req: Request) {
    const question = repeatable ? questionOf(req, req.originalUrl) : undefined
    return question === undefined ? undefined : answers.writerFor(question)
  }

  /** The body of a request, once its turn has come. */
  async function received(
    req: Request,
    res: Response,
    endpoint: AnyEndpoint,
    bytes: number | undefined,
  ): Promise<unknown> {
    const body = await readBody(req, res, endpoint, bytes)
    await pace.enter(endpoint.plane, announcedLength(req))
    return endpoint.normalize ? endpoint.normalize(body) : body
  }

  return (endpoint, handler, rules = noRules) => {
    if (mounted.has(endpoint)) throw new Error(`${nameOf(endpoint)} has a handler already`)
    mounted.add(endpoint)
    async function answer(req: Request, res: Response): Promise<void> {
      // Ahead of the look at the key: what is kept follows from that too.
      const keep = cacheWriterOf(endpoint, req)
      const principal = gate.admit(endpoint, req, res) as PrincipalOf<(typeof endpoint)['plane']>
      assertServedIn(trouble(), endpoint)
      const spent = gate.spend(endpoint, req, principal)
      res.once('close', spent.end)
      const sent = endpoint.method === 'get' ? {} : await received(req, res, endpoint, spent.bytes)
      // From here on, errors use the endpoint's own messages and shape.
      res.locals['endpoint'] = endpoint
      const query = parse(endpoint.query, req.query)
      const reached = origin(req)
      const params = parse(endpoint.params, req.params) as ParamsOf<typeof endpoint>
      const body = parseBody(
        endpoint,
        sent,
        (fields) => rules(fields as Partial<BodyOf<typeof endpoint>>, principal, params),
        // Our own app knows the lines of its file better than those of what it has sent.
        req.headers[LANGUAGE_HEADER] === undefined,
      )
      let { status } = endpoint
      const call = {
        params,
        query,
        body: body instanceof Promise ? await body : body,
        principal,
        refund: spent.refund,
        charge: spent.charge,
        origin: reached,
        localizer: localizerOf(req),
        // Only lists use it.
        get page() {
          return pagerOf(endpoint, req, query, reached)
        },
        answerWith(other: 200 | 201) {
          status = other
        },
        req,
        res,
      } as CallOf<typeof endpoint>
      const work = handler(call)
      const reply = work instanceof Promise ? await running.follow(work) : work
      if (endpoint.stream) return
      // The answer may contain what another call has written in this turn.
      await pendingCommit()
      const json = JSON.stringify(checkReplies ? checked(endpoint, reply) : reply)
      keep?.(Buffer.from(json))
      sendJson(res, status, json)
    }

    for (const { method, path } of spellingsOf(endpoint)) paths.add(method, path, answer)
  }
}

const noRules = (): FieldFaults => ({})

/** @throws AppError `storage_full` for what would need room on a full disk, `internal` for what would write into damaged data. */
function assertServedIn(
  trouble: StorageTrouble | undefined,
  { whenFull, whenDamaged = false, method }: AnyEndpoint,
): void {
  const isServed = trouble === 'full' ? whenFull : method === 'get' || whenDamaged
  if (trouble && !isServed) throw storageRefusal(trouble)
}

function parse(schema: z.ZodObject | undefined, input: unknown): Record<string, unknown> {
  if (!schema) return {}
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw new InvalidFields(fieldFaults(parsed.error.issues, input))
  return parsed.data
}

function pagerOf(
  endpoint: AnyEndpoint,
  req: Request,
  query: Record<string, unknown>,
  origin: string,
): Pager {
  const names = Object.keys(endpoint.query?.shape ?? {}).filter((name) => name !== 'page')
  const known = Object.entries(req.query).filter(
    (entry): entry is [string, string] => names.includes(entry[0]) && typeof entry[1] === 'string',
  )
  return createPager({
    path: `${origin}/api${req.path}`,
    sent: known.sort(([a], [b]) => Number(a === 'per_page') - Number(b === 'per_page')),
    page: (query['page'] as number | undefined) ?? 1,
    perPage: (query['per_page'] as number | undefined) ?? 1,
  })
}

function checked(endpoint: AnyEndpoint, reply: unknown): unknown {
  const parsed = z.safeParse(endpoint.reply, reply)
  if (parsed.success) return reply
  throw new Error(`The reply of ${nameOf(endpoint)} breaks its contract: ${parsed.error.message}`)
}

const nameOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`
