import path from 'node:path'
import Database from 'better-sqlite3'
import { type Campaign, listCampaigns, updateCampaignStatus } from '#contracts/campaigns.ts'
import { topUpBalance } from '#contracts/money.ts'
import { activeAssistant, NUMBERS } from '../../support/calls.ts'
import { createCampaigns } from './campaigns.ts'
import { AT_STOP, CRASH_POINT_NAMES } from './crash-points.ts'
import { begin, type Life } from './life.ts'

interface Weeks {
  readonly start: string
  readonly leads: number
  readonly kills: number
  readonly random: () => number
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Maximum time between a dying process's last report and its death, ms. */
const UNTOLD_MS = 5000
/** Balance per lead, US dollars; at first there is too little. */
const MONEY_PER_LEAD = 0.006

/** Runs campaigns until no lead is open, whatever happens meanwhile. */
export async function runWeeks(folder: string, { start, leads, kills, random }: Weeks) {
  const begun = Date.parse(start)
  let life = await begin(folder, begun)
  const assistantId = await activeAssistant(
    { call: life.call, fetch },
    {
      post_call_schema: [
        { name: 'booked', type: 'bool', description: 'An appointment was booked' },
      ],
    },
  )
  const money = Math.round(leads * MONEY_PER_LEAD * 100) / 100
  await life.call(topUpBalance, { body: { amount: money } })
  const ids = await createCampaigns(life, assistantId)
  await life.kill()
  const file = path.join(folder, 'parley.db')
  addLeads(file, ids, leads, { random, now: begun })
  life = await begin(folder, begun)
  const places = new Set<string>()
  let [killed, unpaid] = [0, 0]
  for (;;) {
    const crashAt = CRASH_POINT_NAMES[killed % CRASH_POINT_NAMES.length]!
    let isDue = false
    const next = await survived(life, async () => {
      const open = await openOf(life)
      if (open.length === 0) return 'done'
      unpaid += await startAll(life, open, money)
      const left = open.reduce((sum, { open_leads_count }) => sum + open_leads_count, 0)
      isDue = killed < kills && 1 - left / leads >= (killed / kills) * 0.9
      if (isDue) await life.order({ crashAt })
      // Occasionally the owner stops a campaign, which the next iteration restarts.
      if ((isDue && crashAt === AT_STOP) || random() < 0.02) await set(life, open[0]!.id, 'stop')
      return (await goOn(life, file, random)) ? 'alive' : undefined
    })
    if (next === 'done') break
    if (next === undefined) places.add(crashAt)
    // A crash point that is not reached is not waited for indefinitely.
    else if (!isDue || random() < 0.7) continue
    await life.kill()
    killed += 1
    const now = life.now() + UNTOLD_MS
    refuseSome(file, { random, now })
    life = await begin(folder, now)
  }
  await life.order({ advance: 10 * MINUTE_MS })
  await life.kill()
  return { places, kills: killed, unpaid, days: Math.round((life.now() - begun) / DAY_MS) }
}

/** Runs a step with requests to the server; resolves to undefined when its process died meanwhile. */
async function survived<result>(
  life: Life,
  step: () => Promise<result>,
): Promise<result | undefined> {
  try {
    return await step()
  } catch (error) {
    if (await life.order({ advance: 0 })) throw error
    return undefined
  }
}

const openOf = async (life: Life) =>
  (await life.call(listCampaigns)).filter(({ status }) => status !== 'completed')

/** Starts campaigns that are new or stopped, topping up the balance if that was the reason. Returns their number. */
async function startAll(life: Life, open: readonly Campaign[], money: number): Promise<number> {
  const resting = open.filter(({ status }) => status !== 'in-progress')
  const unpaid = resting.filter(({ stopped_reason }) => stopped_reason === 'insufficient_balance')
  if (unpaid.length > 0) await life.call(topUpBalance, { body: { amount: money } })
  for (const { id } of resting) await set(life, id, 'start')
  return unpaid.length
}

const set = (life: Life, campaign_id: number, action: 'start' | 'stop') =>
  life.call(updateCampaignStatus, { body: { campaign_id, action } })

/** Advances time: by minutes during calls, and to the next turn otherwise. */
async function goOn(life: Life, file: string, random: () => number): Promise<boolean> {
  using db = open(file)
  const live = db
    .prepare<[], number>(
      "SELECT count(*) FROM calls WHERE status IN ('initiated', 'ringing', 'in-progress')",
    )
    .pluck()
    .get()!
  const next = db
    .prepare<[], number | null>(
      "SELECT min(run_at) FROM jobs WHERE status = 'waiting' AND kind IN ('campaign.run', 'call.finish')",
    )
    .pluck()
    .get()
  const wait = (next ?? life.now()) - life.now()
  if (live === 0 && wait > 2 * MINUTE_MS && !(await life.order({ jump: wait - MINUTE_MS })))
    return false
  return await life.order({ advance: Math.ceil((1 + random() * 4) * MINUTE_MS) })
}

function open(file: string) {
  const db = new Database(file)
  return Object.assign(db, { [Symbol.dispose]: () => void db.close() })
}

/** Sandbox outcomes, with the frequent ones repeated. */
const FATES = [
  NUMBERS.busy,
  NUMBERS.busy,
  NUMBERS.noAnswer,
  NUMBERS.noAnswer,
  NUMBERS.failed,
  NUMBERS.voicemail,
  NUMBERS.hangUp,
  NUMBERS.hangUp,
  NUMBERS.repeated,
]

interface Moment {
  readonly random: () => number
  readonly now: number
}

/** Leads for every outcome, some with contacts, some in a country without a price, all at once. */
function addLeads(file: string, ids: readonly number[], count: number, { random, now }: Moment) {
  using db = open(file)
  const add = db.prepare(`
    INSERT INTO leads (user_id, campaign_id, parent_id, position, phone_number, created_at, updated_at)
    VALUES (1, ?, ?, ?, ?, ?, ?)
  `)
  const someone = (index: number) => `+1202456${String(index % 10_000).padStart(4, '0')}`
  const anyone = (index: number) =>
    random() < 0.2 ? someone(index) : FATES[Math.floor(random() * FATES.length)]!
  db.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const id = ids[index % ids.length]!
      // Within a lead all numbers are different.
      const numbers = new Set([anyone(index)])
      if (random() < 0.2) numbers.add(anyone(index + 3000)).add(anyone(index + 6000))
      const [own, ...contacts] = [...numbers]
      const lead = add.run(id, null, 0, own, now, now).lastInsertRowid
      for (const [place, contact] of contacts.entries())
        add.run(id, lead, place + 1, contact, now, now)
    }
  })()
}

/** Some people ask not to be called again. */
function refuseSome(file: string, { random, now }: Moment): void {
  using db = open(file)
  const waiting = db
    .prepare<[], string>(
      "SELECT phone_number FROM leads WHERE phone_number GLOB '+1202456*' AND status <> 'completed'",
    )
    .pluck()
    .all()
  const add = db.prepare(
    'INSERT OR IGNORE INTO do_not_call (user_id, phone_number, created_at) VALUES (1, ?, ?)',
  )
  for (const number of waiting) if (random() < 0.01) add.run(number, now)
}
