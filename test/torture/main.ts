import { cpus } from 'node:os'
import { apiPart } from './api.ts'
import { campaignsPart } from './campaigns/part.ts'
import { channelsPart } from './channels/part.ts'
import { deliveryPart } from './delivery/part.ts'
import { desktopPart } from './desktop/part.ts'
import { floodPart } from './intruder/flood.ts'
import { intruderPart } from './intruder/part.ts'
import { budgetPart } from './llm/budget.ts'
import { llmPart } from './llm/part.ts'
import { moneyPart } from './money/part.ts'
import { type Part, runPart } from './part.ts'
import { privacyPart } from './privacy/part.ts'
import { storagePart } from './storage/part.ts'
import { takeoverPart } from './takeover/part.ts'
import { voicePart } from './voice/part.ts'
import { webhooksPart } from './webhooks/part.ts'

/*
 * `npm run torture` puts a Parley through everything the world can do to it, and prints figures; `npm run
 * torture -- money` runs one part. Anything that was not run is reported as such. `PARLEY_SEED` repeats a
 * run.
 */

const PARTS: Readonly<Record<string, Part>> = {
  money: moneyPart,
  api: apiPart,
  takeover: takeoverPart,
  delivery: deliveryPart,
  llm: llmPart,
  webhooks: webhooksPart,
  desktop: desktopPart,
  privacy: privacyPart,
  intruder: intruderPart,
  flood: floodPart,
  storage: storagePart,
  voice: voicePart,
  campaigns: campaignsPart,
  channels: channelsPart,
}

/** Sub-parts that can be run individually. */
const PIECES: Readonly<Record<string, Part>> = { 'llm-budget': budgetPart }

const wanted = process.argv.slice(2)
const known = { ...PARTS, ...PIECES }
const unknown = wanted.filter((name) => !(name in known))
if (unknown.length > 0) {
  console.error(
    `There is no part ${unknown.join(', ')}. The parts are ${Object.keys(known).join(', ')}.`,
  )
  process.exit(2)
}

const seed = Number(process.env['PARLEY_SEED'] ?? Date.now() % 1_000_000)
console.log(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${new Date().toISOString().slice(0, 10)}, seed ${seed}`,
)
for (const [name, part] of Object.entries(PARTS)) await run(name, part)
for (const [name, part] of Object.entries(PIECES)) if (wanted.includes(name)) await run(name, part)

async function run(name: string, part: Part): Promise<void> {
  if (wanted.length > 0 && !wanted.includes(name)) {
    console.log(`\n${name}: NOT RUN`)
    return
  }
  await runPart(name, part, seed)
}
