import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { apiDocs } from './api-docs/page.ts'

/* `npm run docs`: writes docs/API.md from the contracts, after one of them has changed. */

const file = path.resolve(import.meta.dirname, '../docs/API.md')
writeFileSync(file, apiDocs())
console.log(`Written: ${file}`)
