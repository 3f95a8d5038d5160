/*
 * GET    /user/telephone       getTelephone
 * PUT    /user/telephone       setTelephone
 * POST   /user/telephone/test  testTelephone
 */
import { fault } from '#contracts/faults.ts'
import type { Localizer } from '#contracts/localize.ts'
import {
  getTelephone,
  setTelephone,
  type TelephoneSettings,
  testTelephone,
} from '#contracts/telephone.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Routes } from '../../../http/routes.ts'
import { INCOMING_PATH } from '../../../providers/voice/form-api/addresses.ts'
import { accountQueries } from '../../accounts/queries.ts'
import { assistantQueries } from '../../assistants/queries.ts'
import { phoneNumberQueries } from '../../phone-numbers/queries.ts'
import { isTelephoneOn } from './carrier.ts'
import { type Checked, checkAccount, checkTelephone, obstacleIn } from './check.ts'
import type { Rehearsals } from './rehearsals.ts'
import { settingsQueries } from './settings-queries.ts'

/** Endpoints for the telephone provider of this server. */
export const telephoneSettingsRoutes: Routes<{ readonly rehearsals: Rehearsals }> = (context) => {
  const { handle, db, write, formApi } = context
  const settings = settingsQueries(db)

  handle(getTelephone, ({ localizer }) => show(context, localizer))

  handle(setTelephone, async ({ body: { is_on: isOn }, localizer }) => {
    if (isOn) await turnOn()
    else await write((tx) => settings.remove(tx))
    return show(context, localizer)
  })

  handle(testTelephone, async ({ localizer }) => {
    const checked = await checkTelephone(context)
    if (isTelephoneOn(context) && obstacleIn(checked) === undefined) await remember(checked)
    return {
      ok: checked.checks.every(({ ok }) => ok),
      can_be_on: obstacleIn(checked) === undefined,
      checks: checked.checks.map((check) => ({
        ...check,
        message: localizer.translate(check.message),
      })),
      numbers: numbersOf(context, checked),
    }
  })

  async function turnOn(): Promise<void> {
    const checked = await checkAccount(context)
    const reason = obstacleIn(checked)
    if (reason) throw new AppError('telephone_not_ready', { params: { reason } })
    await remember(checked)
  }

  async function remember({ numbers }: Checked): Promise<void> {
    const account = formApi.id()
    if (account === undefined) return
    const now = context.now()
    const own = numbers.map(({ number }) => number)
    await write((tx) => settings.save(tx, { account, numbers: own }, now))
  }
}

function show(context: Context, localizer: Localizer): TelephoneSettings {
  const { db, formApi, config } = context
  const isOn = isTelephoneOn(context)
  const error = obstacle(context)
  return {
    is_on: isOn,
    account: formApi.id() ?? null,
    numbers: isOn ? [...settingsQueries(db).find()!.numbers] : [],
    error: error ? localizer.translate(error) : null,
    incoming_url: config.publicUrl === undefined ? null : `${config.publicUrl}${INCOMING_PATH}`,
  }
}

/** Reason why calls cannot be carried, as far as it is known without external requests. */
function obstacle({ formApi, config: { publicUrl } }: Context) {
  if (formApi.id() === undefined) return fault('telephone_needs_account')
  if (publicUrl === undefined) return fault('telephone_needs_address')
  if (!publicUrl.startsWith('https://')) return fault('telephone_needs_https', { url: publicUrl })
  return formApi.fault()
}

function numbersOf({ db, config }: Context, { numbers }: Checked) {
  const owner = accountQueries(db).owner()!.id
  const own = phoneNumberQueries(db).all(owner)
  return numbers.map(({ number, voiceUrl }) => {
    const row = own.find(({ phone_number }) => phone_number === number)
    const [assistant] = row ? assistantQueries(db).withNumber(owner, row.id) : []
    return {
      phone_number: number,
      assistant_name: assistant?.name ?? null,
      comes_here: voiceUrl === `${config.publicUrl}${INCOMING_PATH}`,
    }
  })
}
