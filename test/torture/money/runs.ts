import { setTimeout as sleep } from 'node:timers/promises'
import { getMe } from '#contracts/accounts.ts'
import { topUpBalance } from '#contracts/money.ts'
import { createPhoneNumber, listPhoneNumbers } from '#contracts/phone-numbers.ts'
import { listSms } from '#contracts/sms.ts'
import { updateSmsPolicy } from '#contracts/sms-provider.ts'
import { CRASH_POINT_NAMES, CRASH_POINTS } from './crash-points.ts'
import { type Answer, begin, type Life } from './life.ts'
import { brokenWayOf, OUTCOME_NAMES } from './outcomes.ts'
import { startProvider } from './provider.ts'

const TO = '+12025550123'

/** Gives each message of a storm a different recipient, so that the provider's list per pair of numbers stays short. */
const somebody = (number: number): string => `+1202456${String(number % 10_000).padStart(4, '0')}`

const MINUTE_MS = 60_000

/** The number that everything is sent from; created with a balance on first use. */
async function prepare({ call }: Life, dollars: number): Promise<number> {
  const { data } = await call(listPhoneNumbers)
  if (data[0]) return data[0].id
  await call(updateSmsPolicy, { body: { countries: ['US'], daily_cap: 100_000 } })
  await call(topUpBalance, { body: { amount: dollars } })
  const created = await call(createPhoneNumber, {
    body: { phone_number: '+14155552671', type: 'normal', sms_capable: true },
  })
  return created.data.id
}

/** Sends 200 messages at once with a balance for 12. */
export async function spendAtOnce(folder: string) {
  await using provider = await startProvider(folder)
  const life = await begin(folder, provider, 15_000)
  const from = await prepare(life, 12 * 0.0079)
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      life.send({ from, to: TO, body: `accepted: ${index}` }, `at once ${index}`),
    ),
  )
  const { total_balance } = await life.call(getMe)
  await life.kill()
  const short = answers.filter((answer) => answer?.text === '{"message":"Insufficient balance"}')
  return {
    sent: answers.filter((answer) => answer?.status === 200).length,
    refused: short.filter((answer) => answer?.status === 400).length,
    balance: total_balance,
  }
}

/** Responses to the retries of one request. */
export interface Retries {
  readonly answers: number
  /** Number of different responses, excluding "in flight". */
  readonly different: number
  /** Status of the same key with another body. */
  readonly otherBody: number | undefined
}

/** Twenty at once with one key, and one with another body. */
async function retry(life: Life, body: { body: string }, key: string): Promise<Retries> {
  const answers = await Promise.all(Array.from({ length: 20 }, () => life.send(body, key)))
  const later = await life.send(body, key)
  const final = [...answers, later].filter((answer): answer is Answer => answer?.status !== 409)
  const other = await life.send({ ...body, body: `${body.body}!` }, key)
  return {
    answers: answers.length + 1,
    different: new Set(final.map(({ status, text }) => `${status} ${text}`)).size,
    otherBody: other?.status,
  }
}

/** Sends every kind of message twenty times with one key. */
export async function repeat(folder: string): Promise<Retries[]> {
  await using provider = await startProvider(folder)
  const life = await begin(folder, provider)
  const from = await prepare(life, 1000)
  const retries = []
  for (const outcome of OUTCOME_NAMES) {
    const body = { from, to: TO, body: `${outcome}: repeated` }
    retries.push(await retry(life, body, `repeat ${outcome}`))
  }
  await settleAll(life)
  await life.kill()
  return retries
}

/** Kills the process at each crash point with each outcome, then retries twenty times with the key. */
export async function crash(
  folder: string,
  combinations: readonly (readonly [point: string, outcome: string])[],
) {
  await using provider = await startProvider(folder)
  let life = await begin(folder, provider)
  const retries: Retries[] = []
  const survived: string[] = []
  for (const [point, outcome] of combinations) {
    const from = await prepare(life, 1000)
    const key = `crash ${point} ${outcome}`
    const body = { from, to: TO, body: `${outcome}: crash ${point}` }
    await life.order({ crashAt: point })
    const answer = await life.send(body, key)
    if (answer || !(await life.hasDied())) survived.push(key)
    await life.kill()
    life = await begin(folder, provider)
    retries.push(await retry(life, body, key))
  }
  await settleAll(life)
  await life.kill()
  return { retries, survived }
}

/** All possible combinations of crash points and outcomes: a message that never leaves does not arrive. */
export const ALL_COMBINATIONS = CRASH_POINT_NAMES.flatMap((point) =>
  OUTCOME_NAMES.filter((outcome) => canMeet(point, outcome)).map(
    (outcome) => [point, outcome] as const,
  ),
)

function canMeet(point: string, outcome: string): boolean {
  return CRASH_POINTS[point]!.at !== 'arrived' || brokenWayOf(outcome) === undefined
}

interface Storm {
  readonly operations: number
  readonly kills: number
  readonly senders: number
  readonly random: () => number
}

/** Many concurrent senders while the process is killed again and again; requests without a response are resent. */
export async function storm(folder: string, { operations, kills, senders, random }: Storm) {
  await using provider = await startProvider(folder)
  let life = Promise.resolve(await begin(folder, provider))
  const from = await prepare(await life, 10_000)
  let begun = 0
  let killed = 0
  let changed = 0

  /** Sends until there is a response. */
  async function insist(body: object, key: string): Promise<string> {
    for (;;) {
      const answer = await (await life).send(body, key)
      if (answer && answer.status !== 409) return `${answer.status} ${answer.text}`
      await sleep(20)
    }
  }

  async function sendAll(): Promise<void> {
    while (begun < operations) {
      const number = begun++
      const outcome = OUTCOME_NAMES[Math.floor(random() * OUTCOME_NAMES.length)]!
      const body = { from, to: somebody(number), body: `${outcome}: storm ${number}` }
      const answer = await insist(body, `storm ${number}`)
      // Occasionally a request is repeated.
      if (random() < 0.1 && (await insist(body, `storm ${number}`)) !== answer) changed += 1
    }
  }

  /** Kills spread over the whole run, at any moment. */
  async function killAll(): Promise<void> {
    for (; killed < kills; killed += 1) {
      const due = ((killed + random()) / kills) * operations
      while (begun < due) await sleep(5)
      const dying = await life
      life = dying.kill().then(() => begin(folder, provider))
      await life
    }
  }

  await Promise.all([...Array.from({ length: senders }, sendAll), killAll()])
  await (await life).kill()
  // Thousands are queried at once, and the last query of each is final, so this uses a real server's timeout.
  const last = await begin(folder, provider, 15_000)
  await settleAll(last)
  await last.kill()
  return { operations: begun, kills: killed, changed }
}

/** Advances time through the queries about unknown messages. */
async function settleAll(life: Life): Promise<void> {
  const open = async () => {
    const totals = await Promise.all(
      (['queued', 'unknown'] as const).map((status) =>
        life.call(listSms, { query: { status, per_page: 1 } }),
      ),
    )
    return totals.reduce((sum, { total }) => sum + total, 0)
  }
  // At first only messages listed by the provider are settled: missing ones are not yet believed to be
  // unsent.
  for (const [minutes, quietMs] of [
    [2, 1000],
    [5, 3000],
    [31, 10_000],
  ] as const) {
    await life.order({ advance: minutes * MINUTE_MS })
    await untilQuiet(open, quietMs)
  }
}

/** Waits until nothing is left, or nothing has decreased for this long. */
async function untilQuiet(open: () => Promise<number>, quietMs: number): Promise<void> {
  let left = await open()
  for (let since = performance.now(); left > 0 && performance.now() - since < quietMs; ) {
    await sleep(50)
    const now = await open()
    if (now < left) since = performance.now()
    left = now
  }
}
