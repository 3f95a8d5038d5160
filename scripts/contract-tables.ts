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
 * Provides browsers with the contract data needed at run time: `routes`, the method and path of every endpoint by name,
 * and `eventKinds`, the kind of every event of the operator's stream. Generated from the contracts themselves, in
 * builds, development and tests.
 */
export const contractTables: Plugin = {
  name: 'parley:contract-tables',
  resolveId: (id) => (id === NAME ? ID : undefined),
  load: (id) => (id === ID ? source : undefined),
}
