import { type Fault, fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { FormApiAccess } from '../../../providers/form-api/access.ts'
import type { FormApiNeeds } from '../../../providers/form-api/account.ts'
import { type Vault, VaultError, type VaultFault } from '../../../providers/secrets/vault.ts'
import { createFormApi, formApiName } from '../../../providers/sms/form-api/form-api.ts'
import type { SmsProvider } from '../../../providers/sms/provider.ts'
import { type ProviderRow, smsProviderQueries } from './queries.ts'

type Needs = FormApiNeeds & Pick<Context, 'db' | 'vault'>

/** Name of the token in the vault. */
export const SECRET = 'sms'

/** Callback addresses for delivery reports and incoming messages. */
export const STATUS_PATH = '/api/provider/sms/status'
export const INBOUND_PATH = '/api/provider/sms/inbound'

/** The decrypted token, or the reason why it cannot be decrypted. */
export type Unsealed = { readonly token: string } | { readonly fault: VaultFault }

/** Decrypts the token of the configured provider. */
export function unsealed(vault: Vault, { token }: Pick<ProviderRow, 'token'>): Unsealed {
  try {
    return { token: vault.open(SECRET, token) }
  } catch (error) {
    if (error instanceof VaultError) return { fault: error.code }
    throw error
  }
}

/** The account configured by the owner, read on every access. */
export function formApiAccess({ db, vault }: Pick<Context, 'db' | 'vault'>): FormApiAccess {
  const find = smsProviderQueries(db).find
  return {
    account() {
      const row = find()
      const opened = row && unsealed(vault, row)
      if (!row || !opened || 'fault' in opened) return undefined
      return { url: row.url, account: row.account, token: opened.token }
    },
    id: () => find()?.account,
    fault() {
      const row = find()
      const opened = row && unsealed(vault, row)
      return opened && 'fault' in opened ? fault(opened.fault) : undefined
    },
  }
}

/** The provider configured by the owner; undefined if the Sandbox is active. */
export function configuredSms(context: Needs): SmsProvider | undefined {
  const { db, vault, config } = context
  const row = smsProviderQueries(db).find()
  if (!row) return undefined
  const opened = unsealed(vault, row)
  if ('fault' in opened) return mute(formApiName(row.account), fault(opened.fault))
  const account = { url: row.url, account: row.account, token: opened.token }
  return createFormApi(context, account, (reference) =>
    config.publicUrl === undefined
      ? undefined
      : `${config.publicUrl}${STATUS_PATH}?reference=${reference}`,
  )
}

/** A provider that fails every request with a reason. */
function mute(name: string, reason: Fault): SmsProvider {
  return {
    name,
    fault: reason,
    followUps: [],
    send: async () => ({ result: 'refused', error: reason }),
    lookup: async () => ({ result: 'unclear', error: reason }),
  }
}
