import { encodeFault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import { BLANK } from '../receiving/incoming.ts'
import { readHead } from '../receiving/read.ts'
import { type Receipt, type ReceiveNeeds, receiveEmail } from '../receiving/receive.ts'
import { listEmail } from '../receiving/record.ts'
import { mailboxQueries } from './queries.ts'

type Needs = ReceiveNeeds & Pick<Context, 'storage'>

/** An email in the mailbox. */
interface Fetched {
  readonly uid: number
  readonly raw: Uint8Array
  readonly isCut: boolean
}

/** Attempts at an email after which it is set aside. */
const MAX_ATTEMPTS = 5

/** Maximum length of an error's words, characters. */
const MAX_TEXT = 300

/**
 * Takes emails. One that fails again and again is set aside: it stays unread in the mailbox, is listed with the reason, and later ones
 * come in. A full or damaged disk is not its fault, so that everything waits until that is over.
 */
export function createTaker(context: Needs) {
  const { log, now, storage, write, db } = context
  /** The email that failed last. */
  let failed = { uid: 0, attempts: 0 }

  /** @throws what went wrong, if it is to be tried again */
  return async ({ uid, raw, isCut }: Fetched): Promise<Receipt> => {
    try {
      return await receiveEmail(context, raw, { isCut })
    } catch (error) {
      const text = wordsOf(error)
      if (storage.note(error) !== undefined) {
        await note('mailbox_storage')
        throw error
      }
      failed = { uid, attempts: failed.uid === uid ? failed.attempts + 1 : 1 }
      if (failed.attempts < MAX_ATTEMPTS) {
        await note('mailbox_email_failed')
        throw error
      }
      log.error({ err: error, uid }, 'an email was set aside')
      const email = await readHead(raw).catch(() => BLANK)
      const reason = fault('email_set_aside', { attempts: MAX_ATTEMPTS, text })
      await write((tx) => listEmail(tx, context, email, { status: 'ignored', reason }))
      return { status: 'ignored', isTaken: false, reason }

      /** Says in the settings why nothing comes in; if even that cannot be stored, the log does. */
      function note(code: 'mailbox_storage' | 'mailbox_email_failed'): Promise<void> {
        const reason = encodeFault(fault(code, { text, attempts: MAX_ATTEMPTS }))
        return write((tx) => void mailboxQueries(db).failed(tx, reason, false, now())).catch(
          () => undefined,
        )
      }
    }
  }
}

const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MAX_TEXT)
