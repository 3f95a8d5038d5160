import type { AnyEndpoint } from '#contracts/endpoint.ts'
import { nearMisses } from './near-misses.ts'
import { paramsOf, put, sampleBody } from './probe.ts'
import { credentialsFor, writingEndpoints } from './run.ts'
import { objectShape, type Place, placesIn } from './shape.ts'
import { JSON_TYPE } from './wire.ts'
import type { World } from './world.ts'

/** Maximum extra time of a text compared with any other of its length, ms (docs/spec/threats.md, B14). */
export const SLOW_MS = 50

/** Extra time of a text compared with a plain one of the same length, ms. */
export interface Timing {
  readonly what: string
  readonly ms: number
}

/** CPU time spent on remeasuring something slow before it is believed, ms. */
const DOUBT_MS = 3000

/**
 * CPU time for which something keeps this thread, which also runs the server, busy, ms; waiting for the
 * machine does not count.
 */
async function cpuMs(ask: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await ask()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * Measures each text against a plain one of the same length. What seems slow is remeasured alongside the
 * plain one, several times, since garbage is collected, and a shared machine is slow for seconds at a time.
 */
export async function timesOf(
  what: string,
  texts: readonly string[],
  ask: (text: string) => Promise<unknown>,
  limitMs = SLOW_MS,
): Promise<Timing[]> {
  const plain = () => cpuMs(() => ask('x'.repeat(texts[0]!.length)))
  let control = await plain()
  const times: Timing[] = []
  for (const text of texts) {
    let least = await cpuMs(() => ask(text))
    for (let spent = 0; least - control > limitMs / 2 && spent < DOUBT_MS; ) {
      const [ms, plainMs] = [await cpuMs(() => ask(text)), await plain()]
      least = Math.min(least, ms)
      control = Math.min(control, plainMs)
      spent += ms + plainMs
    }
    times.push({ what: `${what} ${JSON.stringify(text.slice(0, 20))}…`, ms: least - control })
  }
  return times
}

/** Fields that contain text, or that text is tried against. */
const TEXTUAL = ['text', 'url', 'timezone', 'uuid', 'id', 'either']

/** The paths in an endpoint's body that contain text. */
export const textPlaces = ({ body }: AnyEndpoint): Place[] =>
  [...placesIn(objectShape(body!))].filter(({ shape }) => TEXTUAL.includes(shape.kind))

/** Length of the texts tried in fields. */
const LONG = 100_000

/**
 * Every endpoint that takes a body, with the paths that contain text. A field that rejects a text this long
 * is listed once, since other bodies with it reject by the same rules.
 */
export function writingEndpointsByNewFields() {
  const seen = new Set<string>()
  const isNew = ({ path, shape }: Place) => {
    if (shape.kind === 'text' && shape.max >= LONG) return true
    const rules = JSON.stringify([path.at(-1), shape], (_, value) =>
      value instanceof RegExp ? value.source : value,
    )
    return seen.size < seen.add(rules).size
  }
  return writingEndpoints()
    .map((one) => ({ ...one, places: textPlaces(one.endpoint).filter(isNew) }))
    .filter(({ places }) => places.length > 0)
}

/** Measures texts of 100,000 letters in the fields of an endpoint, `atOnce` fields per request. */
export async function timesOfFields(
  world: World,
  one: ReturnType<typeof writingEndpoints>[number],
  places: readonly Place[],
  atOnce: number,
): Promise<Timing[]> {
  const { endpoint, name, writer } = one
  const params = paramsOf(world, one)
  const target = `/api${endpoint.path.replace(/:(\w+)/g, (_, part: string) => params[part]!)}`
  const headers = { ...JSON_TYPE, ...credentialsFor(world, endpoint, writer.as) }
  const sample = sampleBody(world, one)
  const times: Timing[] = []
  for (let begin = 0; begin < places.length; begin += atOnce) {
    const together = places.slice(begin, begin + atOnce).map(({ path }) => path)
    const what = `${name} ${together.map((path) => path.join('.')).join()}`
    const ask = (text: string) => {
      const body = structuredClone(sample)
      for (const path of together) put(body, path, text)
      const method = endpoint.method.toUpperCase()
      return world.wire.send(method, target, { headers, body: JSON.stringify(body) })
    }
    times.push(...(await timesOf(what, nearMisses(LONG), ask)))
  }
  return times
}

/** Those that took too long, as sentences. */
export const slowOnes = (times: readonly Timing[], limitMs = SLOW_MS): string[] =>
  times.filter(({ ms }) => ms > limitMs).map(({ what, ms }) => `${what}: ${Math.round(ms)} ms more`)
