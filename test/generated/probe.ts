import fc from 'fast-check'
import { z } from 'zod'
import { allEndpoints } from '#contracts/all.ts'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { createCaller, credentialsFor, noFigures } from './run.ts'
import { objectShape, placesIn } from './shape.ts'
import { type Refers, TENANT_MATRIX } from './tenant-matrix.ts'
import { type Answer, JSON_TYPE } from './wire.ts'
import { KINDS, type Kind, rowsOf, type World } from './world.ts'
import { BEFORE, WRITERS } from './writers.ts'

/** A position at which a caller passes an id: `createAssistant body.tool_ids.*`. */
export interface IdPlace {
  readonly name: string
  readonly endpoint: AnyEndpoint
  readonly where: 'params' | 'query' | 'body'
  readonly path: readonly string[]
}

const ID_NAME = /(^|_)(uuids?|ids?|sid)$|^from$/

/** Every position in every contract that looks like an id, by its name or its type. */
export function idPlaces(): IdPlace[] {
  return allEndpoints.flatMap(({ name, endpoint }) =>
    (['params', 'query', 'body'] as const).flatMap((where) => {
      const schema = endpoint[where]
      if (!schema) return []
      return [...placesIn(objectShape(schema))]
        .filter(({ path, shape }) => {
          const called = path.findLast((part) => part !== '*')!
          const isId = shape.kind === 'id' || shape.kind === 'uuid' || ID_NAME.test(called)
          return isId && shape.kind !== 'list'
        })
        .map(({ path }) => ({ name, endpoint, where, path }))
    }),
  )
}

/** The kinds of things of an account that an id at a position may refer to. */
export const ownKinds = ({ name, where, path }: IdPlace): Kind[] =>
  [TENANT_MATRIX[name]?.[`${where}.${path.join('.')}`] ?? []].flat().filter(isOwned)

const isOwned = (refers: Refers): refers is Kind => (KINDS as readonly string[]).includes(refers)

/** Makes an otherwise valid call with this id at the position, as an authorised caller or with these credentials. */
export async function callWith(
  world: World,
  place: IdPlace,
  id: number | string,
  credentials?: Readonly<Record<string, string>>,
): Promise<Answer> {
  const { name, endpoint, where, path } = place
  BEFORE[name]?.(world)
  const params = {
    ...paramsOf(world, place),
    ...(where === 'params' && { [path[0]!]: String(id) }),
  }
  const target = endpoint.path.replace(/:(\w+)/g, (_, part: string) => params[part]!)
  const asked = {
    ...endpoint.examples?.query,
    ...ownIn(world, name, 'query'),
    ...(where === 'query' && { [path[0]!]: id }),
  }
  const query = `?${new URLSearchParams(asked as Record<string, string>)}`
  const sample = endpoint.body && sampleBody(world, place)
  if (where === 'body') put(sample!, path, id)
  const [type, body] =
    endpoint.upload &&
    (WRITERS[name]?.needsFile || endpoint.body!.shape[endpoint.upload] instanceof z.ZodFile)
      ? await oneFile(
          endpoint.upload,
          where === 'body' ? { [path[0]!]: String(id) } : {},
          WRITERS[name]?.file,
        )
      : [JSON_TYPE, JSON.stringify(sample)]
  return world.wire.send(endpoint.method.toUpperCase(), `/api${target}${query}`, {
    headers: {
      ...(sample && type),
      ...(credentials ?? credentialsFor(world, endpoint, WRITERS[name]?.as)),
    },
    ...(sample && { body }),
  })
}

/** A small text, which is a list of leads, too. */
const LEADS = new TextEncoder().encode('phone_number\n+12025550100\n')

/** A multipart body with a file. */
async function oneFile(
  field: string,
  fields: Readonly<Record<string, string>>,
  content = LEADS,
): Promise<[headers: typeof JSON_TYPE, body: Buffer]> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set(field, new File([content], 'hello.txt', { type: 'text/plain' }))
  const made = new Response(form)
  const type = { 'content-type': made.headers.get('content-type')! }
  return [type, Buffer.from(await made.arrayBuffer())]
}

/** Own ids for an endpoint's path parameters. */
export function paramsOf(world: World, { name }: Pick<IdPlace, 'name'>): Record<string, string> {
  // Numbering starts at 1.
  return { number: '1', ...WRITERS[name]?.params?.(world), ...ownIn(world, name, 'params') }
}

/** Ids of the owner's things in the path or query of a call. */
function ownIn(world: World, name: string, where: 'params' | 'query'): Record<string, string> {
  const own = Object.entries(TENANT_MATRIX[name] ?? {}).flatMap(([place, refers]) => {
    const kind = [refers].flat().find(isOwned)
    const part = place.startsWith(`${where}.`) && place.slice(`${where}.`.length)
    return part && kind ? [[part, String(world.owner.things[kind])]] : []
  })
  return Object.fromEntries(own)
}

/** A valid body with every field; an assistant's has the mode of the accounts' own voices. */
export function sampleBody(
  world: World,
  { name, endpoint }: Pick<IdPlace, 'name' | 'endpoint'>,
): Record<string, unknown> {
  const caller = createCaller({ world, endpoint, writer: WRITERS[name]!, figures: noFigures() })
  const bodies = caller.bodies(true).filter((body) => {
    const { mode } = (body['replacements'] ?? body['fields'] ?? body) as { mode?: unknown }
    return mode !== 'multimodal' && mode !== 'dualplex'
  })
  return fc.sample(bodies, { numRuns: 1, seed: 1 })[0]!
}

/** Puts a value at a position in a body; in a list, into the first item that has the position. */
export function put(target: unknown, [name, ...rest]: readonly string[], value: unknown): boolean {
  if (typeof target !== 'object' || target === null) return false
  if (name === '*') return Object.keys(target).some((key) => put(target, [key, ...rest], value))
  if (!Object.hasOwn(target, name!)) return false
  if (rest.length > 0) return put(Reflect.get(target, name!), rest, value)
  return Reflect.set(target, name!, value)
}

/** Everything in a response that a caller can see, without the id itself and what varies between any two responses. */
export function visible({ status, headers, text }: Answer, id: number | string): string {
  const { date: _, 'x-request-id': __, ...rest } = headers
  // A test server's port may contain the same digits.
  return `${status} ${JSON.stringify(rest)}\n${text}`.replace(
    new RegExp(`\\b${id}\\b`, 'g'),
    '<id>',
  )
}

/** The result of three probes of one position. */
export interface Probed {
  /** A foreign and a missing id have the same response, byte for byte. */
  readonly alike: boolean
  /** It differs from the response to an own id, which is a success. */
  readonly differs: boolean
  readonly foreign: string
  readonly missing: string
  readonly own: number
  readonly victimChanged: boolean
}

/** Probes a position with a foreign, a missing and an own id. */
export async function probe(world: World, place: IdPlace, kind: Kind): Promise<Probed> {
  const { db, other, missing, owner } = world
  const before = rowsOf(db, other.userId)
  const seen = async (id: number | string) => {
    const answer = await callWith(world, place, id)
    return { ...answer, all: visible(answer, id) }
  }
  const foreign = await seen(other.things[kind])
  const absent = await seen(missing[kind])
  const own = await seen(owner.things[kind])
  return {
    alike: foreign.all === absent.all && foreign.status < 500,
    differs: own.status === place.endpoint.status && own.all !== foreign.all,
    foreign: foreign.all,
    missing: absent.all,
    own: own.status,
    victimChanged: rowsOf(db, other.userId) !== before,
  }
}

/** Every possible probe. */
export const allProbes = (): { place: IdPlace; kind: Kind; title: string }[] =>
  idPlaces().flatMap((place) =>
    ownKinds(place).map((kind) => ({ place, kind, title: `${placeName(place)} (${kind})` })),
  )

export const placeName = ({ name, where, path }: IdPlace): string =>
  `${name} ${where}.${path.join('.')}`
