import { signal } from '@preact/signals'
import { isLocalhost } from '#contracts/loopback.ts'
import type { Operator } from '#contracts/operators.ts'
import { explain } from '../../app/api.ts'
import type { Desk } from '../../app/desk.ts'

const LINK = /^#confirm=(.+)$/

/** Secret of the link in an email that confirms one's address, taken out of the page's address. */
function takeSecret(): string | undefined {
  const secret = LINK.exec(location.hash)?.[1]
  if (secret !== undefined) history.replaceState(null, '', location.pathname + location.search)
  return secret
}

/** Confirmation of one's own address. */
export function createEmailStatusModel({ api, team }: Pick<Desk, 'api' | 'team'>) {
  /** Secret of the link that the page was opened with. */
  const secret = signal(takeSecret())
  const busy = signal(false)
  /** Outcome of the latest email. */
  const answer = signal<{ readonly ok: boolean; readonly message: string }>()

  async function sendAgain(): Promise<void> {
    busy.value = true
    answer.value = undefined
    try {
      answer.value = await api.sendEmailConfirmation()
    } catch (failure) {
      answer.value = { ok: false, message: explain(failure) }
    } finally {
      busy.value = false
    }
  }

  /** Rejects with the reason if the link is not valid. */
  async function confirm(): Promise<void> {
    const { data } = await api.confirmEmail({ body: { token: secret.value! } })
    answer.value = undefined
    team.put(data)
  }

  function dismiss(): void {
    secret.value = undefined
  }

  return { secret, busy, answer, sendAgain, confirm, dismiss }
}

/** Reports whether an operator has an address that is not confirmed. */
export const isUnconfirmed = ({ email, confirmed_email }: Operator): boolean =>
  email !== null && email !== confirmed_email

/** Reports whether an address can get mail: that of a new installation's owner cannot. */
export const canGetMail = (email: string): boolean =>
  !isLocalhost(email.slice(email.lastIndexOf('@') + 1))
