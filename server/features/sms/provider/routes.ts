/*
 * GET    /user/sms-provider       getSmsProvider
 * PUT    /user/sms-provider       setSmsProvider
 * DELETE /user/sms-provider       removeSmsProvider
 * POST   /user/sms-provider/test  testSmsProvider
 */
import type { FieldFaults } from '#contracts/errors.ts'
import { fault } from '#contracts/faults.ts'
import type { Localizer } from '#contracts/localize.ts'
import {
  getSmsProvider,
  removeSmsProvider,
  type SmsProviderSettings,
  setSmsProvider,
  testSmsProvider,
} from '#contracts/sms-provider.ts'
import type { Context } from '../../../context.ts'
import { AppError, InvalidFields } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { checkFormApi } from '../../../providers/form-api/check.ts'
import { VaultError } from '../../../providers/secrets/vault.ts'
import { overheardFaults } from '../../platform/secrets/overheard.ts'
import { INBOUND_PATH, SECRET, unsealed } from './configured.ts'
import { smsProviderQueries } from './queries.ts'

/** Endpoints for the SMS provider of this server. */
export const smsProviderRoutes: Routes = (context) => {
  const { handle, db, write, now, vault } = context
  const provider = smsProviderQueries(db)

  handle(getSmsProvider, ({ localizer }) => settings(context, localizer))

  handle(
    setSmsProvider,
    async ({ body: { url, account, token }, localizer }) => {
      // A stored token is decrypted first: one encrypted with another key would be useless.
      const sealed = asConflict(() => vault.seal(SECRET, tokenFor({ url, account, token })))
      await write((tx) => provider.save(tx, { url, account, token: sealed }, now()))
      return settings(context, localizer)
    },
    addressFaults,
  )

  handle(removeSmsProvider, async ({ localizer }) => {
    await write((tx) => provider.remove(tx))
    return settings(context, localizer)
  })

  handle(
    testSmsProvider,
    async ({ body: { url, account, token }, localizer }) => {
      const known = asConflict(() => tokenFor({ url, account, token }))
      const { ok, message, accountName } = await checkFormApi(context, {
        url,
        account,
        token: known,
      })
      return { ok, message: localizer.translate(message), account_name: accountName }
    },
    addressFaults,
  )

  function addressFaults({ url, token }: Partial<Wanted>): FieldFaults {
    const row = provider.find()
    const stored = row && { address: row.url, hasSecret: true }
    const sent = { address: url, secret: token }
    return {
      ...overheardFaults(context, { account: null, field: 'url', sent, stored }),
      ...urlFaults({ url }),
    }
  }

  /** The token sent, or the stored one, which is only used for the same account at the same URL. */
  function tokenFor({ url, account, token }: Wanted): string {
    if (token !== undefined) return token
    const row = provider.find()
    if (row?.account !== account || new URL(row.url).origin !== new URL(url).origin)
      throw new InvalidFields({ token: [fault('required')] })
    const opened = unsealed(vault, row)
    if ('fault' in opened) throw new VaultError(opened.fault)
    return opened.token
  }
}

interface Wanted {
  readonly url: string
  readonly account: string
  readonly token: string | undefined
}

function settings({ db, vault, config }: Context, localizer: Localizer): SmsProviderSettings {
  const row = smsProviderQueries(db).find()
  const opened = row && unsealed(vault, row)
  return {
    is_sandbox: row === undefined,
    url: row?.url ?? null,
    account: row?.account ?? null,
    has_token: row !== undefined,
    error: opened && 'fault' in opened ? localizer.translate(fault(opened.fault)) : null,
    inbound_url: config.publicUrl === undefined ? null : `${config.publicUrl}${INBOUND_PATH}`,
    secrets: vault.keeper,
  }
}

function asConflict<result>(act: () => result): result {
  try {
    return act()
  } catch (error) {
    throw error instanceof VaultError ? new AppError(error.code) : error
  }
}

function urlFaults({ url }: { readonly url?: string | undefined }): FieldFaults {
  if (url === undefined || !/[?#]/.test(url)) return {}
  return { url: [fault('has_query_or_fragment')] }
}
