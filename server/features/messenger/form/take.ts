import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import {
  formChannelName,
  formStatusOf,
  numberInAddress,
} from '../../../providers/messenger/form-api/channel.ts'
import { parseNumber } from '../../platform/values/telephone.ts'
import { recordArrival } from '../arrivals/record.ts'
import { noteReport } from '../connection.ts'
import { recordReceipt } from '../receipt.ts'
import { senderQueries } from '../senders/queries.ts'

type Needs = Pick<
  Context,
  'db' | 'events' | 'formApi' | 'jobs' | 'log' | 'now' | 'randomBytes' | 'write'
>

/** Maximum number of files of a message. */
const MAX_MEDIA = 10

/** Stores a message that the provider reports, once. One for a number that is no sender changes nothing. */
export async function takeFormMessage(context: Needs, form: URLSearchParams): Promise<void> {
  const { db, formApi, jobs, log, now, write } = context
  const of = (name: string) => form.get(name) ?? ''
  const to = numberInAddress(of('To'))
  const from = numberInAddress(of('From'))
  await write((tx) => {
    const sender = to && senderQueries(db).byNumber(formChannelName(formApi.id() ?? ''), to)
    if (!sender || !from) return log.warn('a message came in for nobody here')
    noteReport(tx, context, sender)
    recordArrival(tx, context, sender, {
      sid: of('MessageSid'),
      from: parseNumber(from)?.e164 ?? from,
      // The provider does not say when it was sent.
      sentAt: now().getTime(),
      body: textOf(of),
      files: filesOf(of),
      name:
        of('ProfileName')
          .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
          .trim()
          .slice(0, 500) || null,
    })
  })
  jobs.wake()
}

/** Its text, and what else it says in words; a button that was pressed says what is on it. */
function textOf(of: (name: string) => string): string {
  const place = [of('Latitude'), of('Longitude')].filter(Boolean).join(', ')
  const parts = [of('Body') || of('ButtonText'), of('Label'), of('Address'), place]
  return [...new Set(parts.filter(Boolean))].join('\n').replaceAll('\0', '').toWellFormed().trim()
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
}

function filesOf(of: (name: string) => string) {
  const count = Math.min(Number(of('NumMedia')) || 0, MAX_MEDIA)
  return Array.from({ length: count }, (_, index) => {
    const type = of(`MediaContentType${index}`).split(';')[0]!.trim()
    const name = `${type.split('/')[0] || 'file'}-${index + 1}.${EXTENSIONS[type] ?? 'bin'}`
    return { id: of(`MediaUrl${index}`), name }
  })
}

/** Records a status that the provider reports; late, repeated and foreign ones change nothing. */
export async function takeFormStatus(
  context: Needs,
  form: URLSearchParams,
  reference: string,
): Promise<void> {
  const { formApi, write } = context
  const status = formStatusOf(form.get('MessageStatus') ?? '')
  if (!status) return
  const code = form.get('ErrorCode') ?? ''
  const error = /^\d{1,6}$/.test(code) ? fault('sms_error_code', { number: code }) : undefined
  await write((tx) =>
    recordReceipt(tx, context, {
      channel: formChannelName(formApi.id() ?? ''),
      id: /^\d{1,15}$/.test(reference) ? Number(reference) : undefined,
      sid: form.get('MessageSid')!,
      status,
      error,
    }),
  )
}
