import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { FormApiNeeds } from '../../../providers/form-api/account.ts'
import type { Channel } from '../../../providers/messenger/channel.ts'
import {
  createFormChannel,
  createMuteForm,
  formAccountIn,
} from '../../../providers/messenger/form-api/channel.ts'
import { messengerQueries } from '../queries.ts'

/** Addresses that the provider reports to. */
export const FORM_INBOUND_PATH = '/api/provider/messenger/form/inbound'
export const FORM_STATUS_PATH = '/api/provider/messenger/form/status'

type Needs = FormApiNeeds & Pick<Context, 'db' | 'formApi'>

/** The channel of an account's numbers by its name; undefined for any other name. It carries nothing while another account is set up. */
export function configuredForm(context: Needs, name: string): Channel | undefined {
  const { config, db, formApi } = context
  const id = formAccountIn(name)
  if (id === undefined) return undefined
  if (formApi.id() !== id) return createMuteForm(id, fault('form_account_gone'))
  const account = formApi.account()
  if (!account) return createMuteForm(id, formApi.fault() ?? fault('form_account_gone'))
  const { publicUrl } = config
  const at = (path: string) => (publicUrl === undefined ? undefined : `${publicUrl}${path}`)
  return createFormChannel(context, account, {
    statusUrl: (reference) => at(`${FORM_STATUS_PATH}?reference=${reference}`),
    fileUrl: at,
    isTaken(reference, sid) {
      const other = messengerQueries(db).bySid(name, sid)
      return other !== undefined && String(other.id) !== reference
    },
  })
}
