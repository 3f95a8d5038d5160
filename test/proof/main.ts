import { type Part, runPart } from '../torture/part.ts'
import { driftPart } from './drift.ts'
import { absent } from './programs.ts'
import { telephonePart } from './telephone.ts'
import { webCallPart } from './web-call.ts'

/*
 * `npm run voice:proof` makes Debian's programs speak with Parley and listen to it: `apt-get install
 * espeak-ng pocketsphinx pocketsphinx-en-us`. Without them it reports what it has not run. `npm run
 * voice:proof -- drift` runs one part.
 */

const PARTS: Readonly<Record<string, { readonly part: Part; readonly needs: readonly string[] }>> =
  {
    'web-call': { part: webCallPart, needs: ['espeak-ng', 'pocketsphinx_continuous'] },
    telephone: { part: telephonePart, needs: ['espeak-ng', 'pocketsphinx_continuous'] },
    drift: { part: driftPart, needs: [] },
  }

const wanted = process.argv.slice(2)
for (const [name, { part, needs }] of Object.entries(PARTS)) {
  const missing = absent(...needs)
  if (wanted.length > 0 && !wanted.includes(name)) console.log(`\n${name}: NOT RUN`)
  else if (missing.length > 0)
    console.log(`\n${name}: NOT RUN, ${missing.join(' and ')} not installed`)
  else await runPart(name, part, 0)
}
