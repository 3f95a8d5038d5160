import path from 'node:path'
import { readMigrations } from '../../server/db/migrate.ts'

/** The product's migrations and a few after them, so that the machinery is tested on more than the newest schema. */
export const longerHistory = () => [
  ...readMigrations(),
  ...readMigrations(path.join(import.meta.dirname, 'migrations')),
]
