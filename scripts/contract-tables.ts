import type { Plugin } from 'vite'
import { allEndpoints } from '../server/contracts/all.ts'

const NAME = 'virtual:contracts'
const ID = `\0${NAME}`

/**
 * Serves browsers what they need of the contracts at run time, as data: `routes`, the method and path of every endpoint
 * by its name. It comes from the contracts themselves, in builds, in development and in tests alike.
 */
export const contractTables: Plugin = {
  name: 'parley:contract-tables',
  resolveId: (id) => (id === NAME ? ID : undefined),
  load: (id) => (id === ID ? `export const routes = ${JSON.stringify(routes())}` : undefined),
}

function routes() {
  return Object.fromEntries(
    allEndpoints.map(({ name, endpoint: { method, path } }) => [name, { method, path }]),
  )
}
