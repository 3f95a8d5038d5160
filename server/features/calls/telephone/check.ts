import { type Fault, fault } from '#contracts/faults.ts'
import type { TelephoneCheck } from '#contracts/telephone.ts'
import type { Context } from '../../../context.ts'
import type { FormApiAccount } from '../../../providers/form-api/account.ts'
import { checkFormApi } from '../../../providers/form-api/check.ts'
import { listVoiceNumbers, type VoiceNumber } from '../../../providers/voice/form-api/numbers.ts'
import { tryRequest, tryStream } from './inbound-test.ts'
import type { Rehearsals } from './rehearsals.ts'

/** Result of one check. */
export interface Check {
  readonly name: TelephoneCheck['name']
  readonly ok: boolean
  readonly message: Fault
}

/** Results of all checks. */
export interface Checked {
  readonly checks: readonly Check[]
  /** The account's voice-capable numbers. */
  readonly numbers: readonly VoiceNumber[]
}

type Needs = Context & { readonly rehearsals: Rehearsals }

/** Checks that are required for calls. The route from this server to itself is not: providers take another. */
const NEEDED: readonly Check['name'][] = ['address', 'account', 'numbers']

/** The first reason why calls cannot be turned on; undefined if they can. */
export const obstacleIn = ({ checks }: Checked): Fault | undefined =>
  checks.find(({ name, ok }) => !ok && NEEDED.includes(name))?.message

/** Checks whether the owner's account can carry calls: public address, account and numbers. */
export async function checkAccount(context: Context): Promise<Checked> {
  const address = checkAddress(context.config.publicUrl)
  const account = context.formApi.account()
  if (!account) {
    const message = context.formApi.fault() ?? fault('telephone_needs_account')
    return { checks: [address, no('account', message)], numbers: [] }
  }
  return withAccount(context, address, account)
}

/** Runs these checks and tests the route through the public address. */
export async function checkTelephone(context: Needs): Promise<Checked> {
  const account = context.formApi.account()
  const { publicUrl } = context.config
  const [checked, wayIn] = await Promise.all([
    checkAccount(context),
    account && publicUrl !== undefined ? testInbound(context, account, publicUrl) : [],
  ])
  const [address, ...others] = checked.checks
  return { ...checked, checks: [address!, ...wayIn, ...others] }
}

async function withAccount(
  context: Context,
  address: Check,
  account: FormApiAccount,
): Promise<Checked> {
  const known = await checkFormApi(context, account)
  const checks: Check[] = [address, { name: 'account', ok: known.ok, message: known.message }]
  if (!known.ok) return { checks, numbers: [] }
  const listed = await listVoiceNumbers(context, account)
  if ('fault' in listed) return { checks: [...checks, no('numbers', listed.fault)], numbers: [] }
  const { numbers } = listed
  const found: Check =
    numbers.length === 0
      ? no('numbers', fault('telephone_no_numbers'))
      : yes('numbers', fault('telephone_numbers', { numbers: numbers.length }))
  return { checks: [...checks, found], numbers }
}

function checkAddress(publicUrl: string | undefined): Check {
  if (publicUrl === undefined) return no('address', fault('telephone_needs_address'))
  if (!publicUrl.startsWith('https://'))
    return no('address', fault('telephone_needs_https', { url: publicUrl }))
  return yes('address', fault('telephone_address_good', { url: publicUrl }))
}

async function testInbound(
  context: Needs,
  account: FormApiAccount,
  publicUrl: string,
): Promise<readonly Check[]> {
  using rehearsal = context.rehearsals.begin()
  const target = { account, publicUrl, rehearsal }
  const server = await tryRequest(context, target)
  // Audio takes the same route: without a connection there is nothing to report about it.
  return server.ok ? [server, await tryStream(context, target)] : [server]
}

const yes = (name: Check['name'], message: Check['message']): Check => ({ name, ok: true, message })
const no = (name: Check['name'], message: Check['message']): Check => ({ name, ok: false, message })
