import { OutgoingError } from '../../http/outgoing-error.ts'
import { callFormApi, type FormApiAccount, type FormApiNeeds, objectIn } from './account.ts'
import { scrubbed } from './scrub.ts'

/** Result of looking up an account at a provider. */
export interface Check {
  readonly ok: boolean
  /** A sentence. */
  readonly message: string
  readonly accountName: string | null
}

/** Asks a provider whether it knows the account; nothing is sent. */
export async function checkFormApi(context: FormApiNeeds, account: FormApiAccount): Promise<Check> {
  try {
    const response = await callFormApi(context, account, { path: '' })
    const answer = objectIn(response)
    if (response.status !== 200) return no(sentenceOf(response.status))
    if (typeof answer?.['sid'] !== 'string') return no(NO_PROVIDER)
    const status = String(answer['status'] ?? 'active')
    if (status !== 'active') return no(`The account is ${scrubbed(status, account)}.`)
    const name = scrubbed(String(answer['friendly_name'] ?? ''), account)
    return { ok: true, message: 'The provider knows the account.', accountName: name || null }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    const sentence = `${scrubbed(error.message, account)}.`
    return no(error.code === 'blocked' ? `Blocked by Settings › Network: ${sentence}` : sentence)
  }
}

const NO_PROVIDER = 'What answers at this address is no provider of this kind.'

const no = (message: string): Check => ({ ok: false, message, accountName: null })

function sentenceOf(status: number): string {
  if (status === 401 || status === 403)
    return 'The provider does not accept the account or its token.'
  if (status === 404) return 'There is no such account at this address.'
  if (status >= 300 && status < 400)
    return `The address leads somewhere else (${status}); enter where it leads to.`
  return `The provider answered ${status}.`
}
