/*
 * Writes the types of an OpenAPI document, as `openapi-typescript` makes them, which needs the compiler API of TypeScript 5.
 *
 *   node generate.ts openapi.json api.d.ts
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

const [document = '', output = ''] = process.argv.slice(2)

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
})
const { default: generate, astToString } = await import('openapi-typescript')
// A field with a default may be left out of a request.
const types = await generate(readFileSync(document, 'utf8'), { defaultNonNullable: false })
writeFileSync(output, astToString(types))
