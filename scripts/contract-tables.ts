import type { Plugin } from 'vite'
import { allEndpoints } from '../server/contracts/all.ts'
import { events } from '../server/contracts/events.ts'

const NAME = 'virtual:contracts'
const ID = `\0${NAME}`

const routes = Object.fromEntries(
  allEndpoints.map(({ name, endpoint: { method, path } }) => [name, { method, path }]),
)

const eventKinds = Object.fromEntries(
  Object.entries(events).flatMap(([type, event]) =>
    'operator' in event ? [[type, event.kind]] : [],
  ),
)

const source = `export const routes = ${JSON.stringify(routes)}
export const eventKinds = ${JSON.stringify(eventKinds)}`

/**
 * Serves browsers what they need of the contracts at run time, as data: `routes`, the method and path of every endpoint
 * by its name, and `eventKinds`, the kind of every event of the operator's stream. Both are made of the contracts
 * themselves, in builds, in development and in tests alike.
 */
export const contractTables: Plugin = {
  name: 'parley:contract-tables',
  resolveId: (id) => (id === NAME ? ID : undefined),
  load: (id) => (id === ID ? source : undefined),
}
