import path from 'node:path'
import { parseArgs } from 'node:util'
import { signingKey, stageOf, writeStage } from './package/feed.ts'

/*
 * `npm run rollout -- 25`: signs the feed in `release` again so that 25 % of machines get the version; 0 halts it. The
 * packages stay unchanged. A signature is valid for 60 days, so this also renews it.
 */

const { values, positionals } = parseArgs({
  options: { output: { type: 'string' } },
  allowPositionals: true,
})

try {
  const file = process.env['PARLEY_UPDATE_KEY']
  if (!file) throw new Error('PARLEY_UPDATE_KEY names no file with the key that signs updates')
  const stage = stageOf(positionals[0] ?? '', 0)
  const folder = path.resolve(import.meta.dirname, '..', values.output ?? 'release')
  for (const { version, file: written } of writeStage(folder, signingKey(file), stage, new Date()))
    console.log(`Parley ${version} for ${stage} of 100 machines: upload ${written} and its .sig`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
