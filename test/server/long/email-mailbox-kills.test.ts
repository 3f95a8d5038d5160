import { expect, test } from 'vitest'
import { setEmailMailbox } from '#contracts/email-mailbox.ts'
import { listReceivedEmails, setEmailReception } from '#contracts/email-receiving.ts'
import { startImapServer } from '../../support/imap-stand-in.ts'
import { writeMail } from '../../support/incoming-mail.ts'
import { live } from '../../support/life.ts'
import { emptyDataFolder } from '../../support/server.ts'
import { starterAssistant } from '../../support/visitor.ts'

/** Commands before whose answer the server is killed, each several times. */
const PLACES = ['UID SEARCH', 'UID FETCH', 'UID STORE', 'IDLE']
const KILLS = 8

test('O17 a server killed while it fetches email loses none and doubles none', async () => {
  const imap = await startImapServer()
  const dataDir = emptyDataFolder()
  const env = { PARLEY_ALLOW_PRIVATE: imap.address }
  let life = await live({ dataDir, env })
  const { id } = await starterAssistant(life)
  await life.call(setEmailReception, {
    body: { strangers: 'on', listed: [], assistant_id: Number(id), has_tags: false },
  })
  await life.call(setEmailMailbox, { body: imap.mailbox })
  await expect.poll(() => imap.waiting(), { timeout: 10_000 }).toBe(1)
  const subjects: string[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const place = PLACES[kill % PLACES.length]!
    const reached = Promise.withResolvers<void>()
    imap.behaviour.onCommand = (command) => {
      if (!command.startsWith(place)) return false
      reached.resolve()
      return true
    }
    for (const part of ['a', 'b']) {
      subjects.push(`Question ${kill}${part}`)
      imap.deliver(
        writeMail({ from: `c${kill}${part}@example.org`, text: subjects.at(-1)!, subject: 'Hi' }),
      )
    }
    await reached.promise
    await life.end('SIGKILL')
    imap.behaviour.onCommand = () => false
    life = await live({ dataDir, env })
  }
  const received = async () => {
    const { data } = await life.call(listReceivedEmails)
    return data
      .filter(({ status }) => status === 'taken')
      .map(({ address }) => address)
      .sort()
  }
  const expected = subjects.map((text) => `${text.replace('Question ', 'c')}@example.org`).sort()
  await expect.poll(received, { timeout: 20_000 }).toEqual(expected)
  await expect
    .poll(() => imap.messages.every(({ flags }) => flags.has('\\Seen')), { timeout: 10_000 })
    .toBe(true)
  await life.end('SIGTERM')
}, 300_000)
