import fc from 'fast-check'
import { allEndpoints, type NamedEndpoint } from '#contracts/all.ts'
import { inEnglish } from '#contracts/catalogues.ts'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { fault } from '#contracts/faults.ts'
import { POLICY } from '../../server/http/policy.ts'
import { objectOf } from './arbitrary.ts'
import { differences } from './echo.ts'
import { type Fault, faultsIn, withFault } from './faults.ts'
import { type ObjectShape, objectShape } from './shape.ts'
import { type Answer, JSON_TYPE } from './wire.ts'
import type { World } from './world.ts'
import { WRITERS, type Writer, type Written } from './writers.ts'

type Body = Record<string, unknown>

/** Counts of a run; all but the first two should be 0. */
export interface Figures {
  cases: number
  slowestMs: number
  serverErrors: number
  notJson: number
  wrongField: number
  refusedValid: number
  changed: number
}

export const noFigures = (): Figures => ({
  cases: 0,
  slowestMs: 0,
  serverErrors: 0,
  notJson: 0,
  wrongField: 0,
  refusedValid: 0,
  changed: 0,
})

/** Every endpoint that takes a body, with what is known about it. */
export function writingEndpoints(): { name: string; endpoint: AnyEndpoint; writer: Writer }[] {
  return allEndpoints
    .filter(({ endpoint }) => endpoint.body !== undefined)
    .map(({ name, endpoint }: NamedEndpoint) => ({ name, endpoint, writer: WRITERS[name]! }))
}

interface Target {
  readonly world: World
  readonly endpoint: AnyEndpoint
  readonly writer: Writer
  readonly figures: Figures
}

/** Headers that authenticate a caller at an endpoint; none for the owner's key, which every request has. */
export function credentialsFor(
  { visitor, desk }: World,
  { plane, capability }: Pick<AnyEndpoint, 'plane' | 'capability'>,
  as: Writer['as'] = plane === 'visitor' ? plane : undefined,
): Readonly<Record<string, string>> {
  if (as === 'visitor') return { authorization: `Bearer ${visitor.token}` }
  const needsPerson = plane === 'operator' && !POLICY.key.has(capability)
  return as === 'owner at the desk' || needsPerson ? desk : {}
}

/** One endpoint of a world, ready to be called with bodies. */
export function createCaller({ world, endpoint, writer, figures }: Target) {
  const shape = objectShape(endpoint.body!)
  const params = writer.params?.(world) ?? {}
  const target = `/api${endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')}`
  const credentials = credentialsFor(world, endpoint, writer.as)
  const send = async (method: string, path: string, body?: string): Promise<Answer> => {
    const begun = performance.now()
    const answer = await world.wire.send(method, path, {
      headers: { ...(body !== undefined && JSON_TYPE), ...credentials },
      ...(body !== undefined && { body }),
    })
    figures.slowestMs = Math.max(figures.slowestMs, performance.now() - begun)
    if (answer.status >= 500) figures.serverErrors += 1
    if (!isJson(answer)) figures.notJson += 1
    return answer
  }
  return {
    shape,
    params,
    post: (body: string) => {
      figures.cases += 1
      return send(endpoint.method.toUpperCase(), target, body)
    },
    get: (path: string) => send('GET', path),
    /** Valid bodies: with all fields, or any of them. */
    bodies: (full: boolean) =>
      objectOf(shape, { hints: writer.hints?.(world) ?? {}, full }).map(
        (body) => writer.repair?.(body, world) ?? body,
      ),
  }
}

/** One of our responses is JSON with a success, a message, or an error in one of the two older shapes. */
export function isJson({ headers, text, status }: Answer): boolean {
  if (!headers['content-type']?.startsWith('application/json')) return false
  try {
    const body = JSON.parse(text) as { message?: unknown; error?: unknown }
    return status < 400 || typeof body.message === 'string' || typeof body.error === 'string'
  } catch {
    return false
  }
}

/** Describes an unexpected response to a valid body; undefined when it is as expected. */
export async function faultOfValid(
  { world, endpoint, writer, figures }: Target,
  caller: ReturnType<typeof createCaller>,
  sent: Body,
): Promise<string | undefined> {
  const unknown = endpoint.body!.safeParse(sent).error
  if (unknown) return `the generator made a body that is not valid: ${unknown.message}`
  const answer = await caller.post(JSON.stringify(sent))
  if (answer.status !== endpoint.status) {
    figures.refusedValid += 1
    return `${answer.status} ${answer.text}`
  }
  const reply = JSON.parse(answer.text) as Body
  if (typeof writer.back === 'string') return undefined
  const { params, get, shape } = caller
  const written: Written = { world, sent, reply, params, get }
  const places = differences(shape, sent, await writer.back(written), writer.presented)
  if (places.length === 0) return undefined
  figures.changed += 1
  return `read back otherwise: ${places.join(', ')}`
}

/** Describes an unexpected response to a body with one error; undefined when it is as expected. */
export function faultOfRefusal(
  endpoint: AnyEndpoint,
  { status, text }: Answer,
  { key, says }: Fault,
): string | undefined {
  const body = JSON.parse(text) as { message?: string; error?: string; errors?: object }
  if (status !== 422) return `${status} ${text.slice(0, 300)}`
  if (endpoint.errorShape === 'status' || endpoint.errorShape === 'success') {
    return body.error?.includes(key.replaceAll('_', ' ')) ? undefined : text
  }
  if (body.message !== inEnglish.translate(fault(endpoint.invalid)))
    return `the message is ${body.message}`
  const names = Object.keys(body.errors ?? {})
  if (names.length !== 1 || names[0] !== key) return `it names ${names.join(', ')}`
  const messages = (body.errors as Record<string, string[]>)[key]!
  const required = [`The ${key.replaceAll('_', ' ')} field is required.`]
  if (['missing', 'null'].includes(says) && String(messages) !== String(required))
    return `it says ${messages}`
  return undefined
}

/**
 * Sends valid bodies to an endpoint; resolves to the smallest one that is not accepted and stored unchanged,
 * if any.
 */
export async function tryValidBodies(
  target: Target,
  runs: number,
  seed: number,
): Promise<string | undefined> {
  if (typeof target.writer.back === 'string') return undefined
  const caller = createCaller(target)
  let why: string | undefined
  const property = fc.asyncProperty(caller.bodies(false), async (body) => {
    const found = await faultOfValid(target, caller, body)
    why = found ?? why
    return found === undefined
  })
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    numRuns: runs,
    seed,
  })
  if (!failed) return undefined
  return `${why ?? String(errorInstance)} for ${JSON.stringify(counterexample?.[0])}`
}

interface FaultRuns {
  readonly seed: number
  /** Number of runs; by default every error that can be derived from one body. */
  readonly runs?: number
  /** Tries only the errors for which this is true, by index. */
  readonly isTried?: (index: number, of: number) => boolean
}

/** Sends bodies with one error each; resolves to what is wrong with the responses. */
export async function tryFaults(target: Target, options: FaultRuns): Promise<string[]> {
  const { endpoint, writer, figures } = target
  const caller = createCaller(target)
  const wrong: string[] = []
  for (const { body, fault } of faultyBodies(caller.shape, writer, caller.bodies(true), options)) {
    const sent = withFault(body, fault)
    const found = faultOfRefusal(endpoint, await caller.post(sent), fault)
    if (found === undefined) continue
    figures.wrongField += 1
    wrong.push(`${fault.key} is ${fault.says}: ${found}`)
  }
  return wrong
}

function* faultyBodies(
  shape: ObjectShape,
  { bad }: Writer,
  bodies: fc.Arbitrary<Body>,
  { seed, runs, isTried = () => true }: FaultRuns,
): Generator<{ body: Body; fault: Fault }> {
  let left = runs ?? Number.POSITIVE_INFINITY
  const samples = fc.sample(bodies, { numRuns: runs ? 1 + Math.ceil(runs / 100) : 1, seed })
  for (const [index, body] of samples.entries()) {
    const all = [...faultsIn(shape, body, bad)].filter((_, at, { length }) => isTried(at, length))
    // Other bodies start at another error, so that few runs still reach every field over time.
    const begin = index === 0 ? 0 : (index * 7919) % all.length
    for (const fault of [...all.slice(begin), ...all.slice(0, begin)]) {
      if (left === 0) return
      left -= 1
      yield { body, fault }
    }
  }
}
