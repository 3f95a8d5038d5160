import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { createRandom, type Figure, mustBe, type Part } from '../part.ts'
import { type Audit, audit } from './audit.ts'
import { cloudChannel } from './cloud.ts'
import { forge } from './forged.ts'
import { formChannel } from './form.ts'
import { createJournal, type Journal, rowsAbout } from './journal.ts'
import { loop } from './loops.ts'
import { emailChannel, startMail } from './mail.ts'
import { sandboxChannel } from './sandbox.ts'
import { type Talk, talk } from './talk.ts'
import { telegramChannel } from './telegram.ts'
import { widgetChannel } from './widget.ts'
import { createWorld, type World } from './world.ts'

const CONVERSATIONS = Number(process.env['PARLEY_CHANNEL_CONVERSATIONS'] ?? 1000)
const FORGED = 500
const RESPONDERS = 200

/**
 * Conversations over every channel, with servers and providers killed, messages repeated and reordered; then forged
 * replies, and programs that answer each email.
 */
export const channelsPart: Part = async ({ seed, folder }) => {
  const random = createRandom(seed)
  const own = path.join(folder, 'channels')
  mkdirSync(own)
  const journal = createJournal()
  const mail = await startMail(random, journal)
  const widget = widgetChannel(mail, random)
  const telegram = await telegramChannel(random)
  const cloud = await cloudChannel(random)
  const form = await formChannel(random)
  const email = emailChannel(mail, random)
  const channels = [widget, email, telegram, sandboxChannel(random), cloud, form]
  const allowed = [mail.smtp, mail.imap, telegram, cloud, form].map(({ address }) => address)
  const env = { PARLEY_ALLOW_PRIVATE: allowed.join(',') }
  const world = await createWorld({ folder: own, random, env, journal })
  try {
    for (const channel of channels) await channel.setUp(world)
    const talks = Array.from(
      { length: CONVERSATIONS },
      (_, customer): Talk => ({
        customer,
        channel: channels[customer % channels.length]!,
        reads: random() < 0.5,
      }),
    )
    await talk({ world, talks, random, channels, journal })
    const audited = audit(world, talks, mail, widget.readAt)
    const failed = [...audited.lost, ...audited.doubled, ...audited.mailedThoughRead]
    for (const text of failed) tellHistory(world, talks, journal, text)
    const forged = await forge(world, mail, { count: FORGED, random })
    const looped = await loop(world, mail, RESPONDERS)
    tell([
      ...world.faults,
      ...forged.wrong,
      ...looped.loops,
      ...looped.unanswered,
      ...Object.values(audited).flat(),
    ])
    return figuresOf(audited, {
      kills: world.kills(),
      faults: world.faults,
      names: channels.map(({ name }) => name),
      forged,
      looped,
    })
  } finally {
    await world.stop()
    for (const channel of channels) await channel.close()
  }
}

/** Prints everything that is known about a message. */
function tellHistory(world: World, talks: readonly Talk[], journal: Journal, text: string): void {
  const customer = Number(/^c(\d+)/.exec(text)?.[1])
  console.log(`    ${text}, ${talks[customer]?.channel.name}`)
  for (const line of [...journal.of(text), ...rowsAbout(world.db, text)])
    console.log(`      ${line}`)
}

function tell(findings: readonly string[]): void {
  for (const finding of findings.slice(0, 20)) console.log(`    ${finding}`)
}

interface Story {
  readonly kills: number
  readonly faults: readonly string[]
  readonly names: readonly string[]
  readonly forged: Awaited<ReturnType<typeof forge>>
  readonly looped: Awaited<ReturnType<typeof loop>>
}

function figuresOf(audited: Audit, { kills, faults, names, forged, looped }: Story): Figure[] {
  return [
    {
      name: 'what went on',
      value: `${CONVERSATIONS} conversations over ${names.join(', ')}; ${kills} kills`,
      holds: kills > CONVERSATIONS / 40,
    },
    mustBe('errors of a server that was alive', faults.length, 0),
    mustBe('lost', audited.lost.length, 0),
    mustBe('doubled', audited.doubled.length, 0),
    mustBe('out of order', audited.outOfOrder.length, 0),
    mustBe('mailed though read', audited.mailedThoughRead.length, 0),
    {
      name: 'emails in flight while their reply was read',
      value: String(audited.inFlight.length),
      holds: true,
    },
    {
      name: 'replies that may have arrived and are not sent again, as the desk says',
      value: String(audited.unknown.length),
      holds: true,
    },
    mustBe(`in a wrong conversation, of ${FORGED} forged replies`, forged.wrong.length, 0),
    {
      name: 'forged replies that became messages of conversations of their own senders',
      value: String(forged.arrived),
      holds: forged.arrived > 0,
    },
    mustBe(`loops with ${RESPONDERS} programs that answer every email`, looped.loops.length, 0),
    { name: 'emails sent to those programs', value: String(looped.sent), holds: looped.sent > 0 },
    mustBe('programs that were never answered', looped.unanswered.length, 0),
  ]
}
