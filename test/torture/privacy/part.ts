import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { updateAssistantSettings } from '#contracts/assistant-settings.ts'
import { enableConversationEndedWebhook } from '#contracts/assistant-webhooks.ts'
import { activateAssistant, getAssistant, listAssistants } from '#contracts/assistants.ts'
import { createBackup } from '#contracts/backups.ts'
import { restoreBackup } from '#contracts/restores.ts'
import { createdAssistant } from '../../support/assistants.ts'
import { KEY } from '../../support/server.ts'
import { createRandom, type Figure, mustBe, type Part } from '../part.ts'
import { spreadCanaries, startEcho } from './canaries.ts'
import { diagnosticsOf } from './diagnostics.ts'
import { residue, untilGone } from './files.ts'
import { createGuest, eraseGuest, everythingOf, type Guest, missingIn } from './guest.ts'
import { begin, type Life, LOG } from './life.ts'

const GUESTS = 40
/** Of another assistant, which keeps its chats forever. */
const KEPT = 5
const DAYS = 30
const DAY_MS = 86_400_000

/** Time limit for erasing until nothing is left between the rows, ms. */
const WIPED_WITHIN_MS = 120_000

/**
 * Privacy: remains of erased people where there must be none, and the completeness of the archive that a
 * person gets.
 */
export const privacyPart: Part = async ({ seed, folder }) => {
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir)
  const echo = await startEcho()
  try {
    const birth = { dataDir, ahead: 0, receiver: echo.host }
    const life = await begin(birth)
    const scene = await fill(life, seed, echo.url)
    const figures = await exported(life, scene)
    const erased = scene.guests.filter((_, index) => index % 2 === 0)
    const rest = scene.guests.filter((_, index) => index % 2 === 1)
    figures.push(...(await erasing(life, dataDir, erased, rest)))
    await life.stop()
    const restored = await begin(birth)
    figures.push(
      await leftOf(
        'K2: files with words of the erased after a restore from before',
        dataDir,
        erased,
      ),
    )
    figures.push(
      mustBe('K2: words of others that a restore has not brought back', missing(dataDir, rest), 0),
    )
    figures.push(...(await told(folder, dataDir, scene)))
    await restored.call(updateAssistantSettings, {
      params: { id: scene.assistantId },
      body: { retention_days: DAYS },
    })
    await restored.stop()
    figures.push(...(await retention(birth, scene, rest)))
    return figures
  } finally {
    await echo.close()
  }
}

interface Scene {
  readonly assistantId: number
  readonly guests: readonly Guest[]
  readonly kept: readonly Guest[]
  readonly canaries: readonly string[]
}

async function fill(life: Life, seed: number, echoUrl: string): Promise<Scene> {
  const random = createRandom(seed)
  const letter = () => 'abcdefghijklmnopqrstuvwxyz'[Math.floor(random() * 26)]!
  const digits = () => String(Math.floor(random() * 1e8)).padStart(8, '0')
  const person = () => ({
    word: Array.from({ length: 14 }, letter).join(''),
    phone: `+4930${digits()}`,
  })
  const { data } = await life.call(listAssistants)
  const starter = data[0]!
  await life.call(enableConversationEndedWebhook, {
    body: { assistant_id: starter.id, webhook_url: `${echoUrl}/hook` },
  })
  const otherId = await createdAssistant({ call: life.call, fetch })
  await life.call(activateAssistant, { params: { id: otherId } })
  const other = await life.call(getAssistant, { params: { id: otherId } })
  const guests: Guest[] = []
  for (let index = 0; index < GUESTS; index += 1)
    guests.push(await createGuest(life, starter.uuid, person()))
  const kept: Guest[] = []
  for (let index = 0; index < KEPT; index += 1)
    kept.push(await createGuest(life, other.uuid, person()))
  const canaries = await spreadCanaries(life, echoUrl, starter.id)
  return { assistantId: starter.id, guests, kept, canaries }
}

async function exported(life: Life, { guests, canaries }: Scene): Promise<Figure[]> {
  // The webhooks about the ends are created after them.
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const all = []
  for (const guest of guests) all.push({ guest, text: await everythingOf(life, guest) })
  const lacking = all.flatMap(({ guest, text }) => missingIn(text, guest))
  const foreign = all.filter(({ guest, text }) =>
    guests.some((one) => one !== guest && (text.includes(one.word) || text.includes(one.phone))),
  )
  const secrets = [...canaries.slice(0, 4), ...guests.map(({ token }) => token)]
  const leaking = all.filter(({ text }) => secrets.some((secret) => text.includes(secret)))
  return [
    mustBe(
      `K1: places of ${guests.length} visitors that are not in what is given out about them${lacking[0] ? ` (${lacking.slice(0, 3).join(', ')})` : ''}`,
      lacking.length,
      0,
    ),
    mustBe(
      'K1: words of somebody else in it; secrets in it',
      `${foreign.length}; ${leaking.length}`,
      '0; 0',
    ),
  ]
}

async function erasing(
  life: Life,
  dataDir: string,
  erased: readonly Guest[],
  rest: readonly Guest[],
): Promise<Figure[]> {
  const before = new Set(residue(dataDir, wordsOf(erased)).map((each) => each.split(': ')[1])).size
  const { data } = await life.desk(createBackup)
  for (const guest of erased) await eraseGuest(life, guest)
  const left = await leftOf('K2: files with words of the erased', dataDir, erased)
  const lost = mustBe('K2: words of others that went along', missing(dataDir, rest), 0)
  await life.desk(restoreBackup, { params: { id: data.id } })
  return [
    mustBe('K2: words of the erased that were there before', before, erased.length * 2),
    left,
    lost,
  ]
}

async function told(folder: string, dataDir: string, scene: Scene): Promise<Figure[]> {
  const { guests, kept, canaries } = scene
  const everybody = [...guests, ...kept]
  const secrets = [...canaries, ...everybody.map(({ token }) => token), ...wordsOf(everybody)]
  const file = path.join(dataDir, LOG)
  const log = readFileSync(file, 'utf8')
  const lines = log.split('\n').length
  const inLog = secrets.filter((secret) => log.toLowerCase().includes(secret.toLowerCase()))
  const tokens = [KEY, ...canaries.slice(1, 4), guests[0]!.token]
  const text = await diagnosticsOf(folder, file, tokens)
  const others = ['ada@example.com', '+4930123456', ...secrets, ...tokens]
  const inText = others.filter((secret) => text.includes(secret))
  return [
    mustBe(
      `K3: canaries in the log, of ${secrets.length} (${lines} lines)${shown(inLog)}`,
      inLog.length,
      0,
    ),
    mustBe(
      `K4: canaries in the text of the diagnostics, of ${others.length}${shown(inText)}`,
      inText.length,
      0,
    ),
  ]
}

async function retention(
  birth: Parameters<typeof begin>[0],
  { kept }: Scene,
  rest: readonly Guest[],
): Promise<Figure[]> {
  const early = await begin({ ...birth, ahead: (DAYS - 1) * DAY_MS })
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const gone = mustBe(
    'K5: words gone a day before their time is over',
    missing(birth.dataDir, rest),
    0,
  )
  await early.stop()
  const late = await begin({ ...birth, ahead: (DAYS + 1) * DAY_MS })
  const left = await leftOf(
    'K5: files with words of chats that are kept no longer',
    birth.dataDir,
    rest,
  )
  await late.stop()
  const lost = mustBe(
    'K5: words of another assistant’s chats that went along',
    missing(birth.dataDir, kept),
    0,
  )
  return [gone, left, lost]
}

async function leftOf(name: string, dataDir: string, guests: readonly Guest[]): Promise<Figure> {
  const left = await untilGone(dataDir, wordsOf(guests), WIPED_WITHIN_MS)
  return mustBe(`${name}${shown(left)}`, left.length, 0)
}

/** Words and numbers of people that are in no file. */
function missing(dataDir: string, guests: readonly Guest[]): number {
  const words = wordsOf(guests)
  const found = new Set(residue(dataDir, words).map((each) => each.split(': ')[1]))
  return words.filter((word) => !found.has(word)).length
}

const wordsOf = (guests: readonly Guest[]): string[] =>
  guests.flatMap(({ word, phone }) => [word, phone.slice(1)])

const shown = (examples: readonly string[]): string =>
  examples.length > 0 ? ` (${examples.slice(0, 3).join('; ')})` : ''
