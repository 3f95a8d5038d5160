import { fault } from '#contracts/faults.ts'
import type { Context } from '../../../context.ts'
import type { FormApiAccount } from '../../../providers/form-api/account.ts'
import { signatureOf, signedUpgrade } from '../../../providers/form-api/signature.ts'
import { guardedFetch } from '../../../providers/http/guarded-fetch.ts'
import { openSocket, SocketRefused } from '../../../providers/http/guarded-socket.ts'
import { onBehalfOf } from '../../../providers/http/on-behalf.ts'
import { OutgoingError } from '../../../providers/http/outgoing-error.ts'
import { MEDIA_PATH, REHEARSAL_PATH } from '../../../providers/voice/form-api/addresses.ts'
import type { Check } from './check.ts'
import type { Rehearsal } from './rehearsals.ts'

interface TestTarget {
  readonly account: FormApiAccount
  readonly publicUrl: string
  readonly rehearsal: Rehearsal
}

/** A provider waits no longer, and neither does whoever looks at the result, ms. */
const REQUEST_TIMEOUT_MS = 10_000

/** Bytes of an answer that are read: ours is short. */
const MAX_BYTES = 4096

/** Sends this server a request through its public address, signed as the provider signs. */
export async function tryRequest(
  context: Context,
  { account, publicUrl, rehearsal }: TestTarget,
): Promise<Check> {
  const name = 'server'
  const url = `${publicUrl}${REHEARSAL_PATH}/${rehearsal.ref}`
  const fields = new URLSearchParams({ AccountSid: account.account })
  const startedAt = context.now().getTime()
  try {
    const { status } = await guardedFetch(onBehalfOf(context, null), {
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signatureOf(account.token, { url, fields }),
      },
      body: fields.toString(),
      timeoutMs: REQUEST_TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    })
    const ms = context.now().getTime() - startedAt
    if (rehearsal.arrived.has('request'))
      return { name, ok: true, message: fault('telephone_server_reached', { ms }) }
    const isSignature = status === 403
    return {
      name,
      ok: false,
      message: isSignature
        ? fault('telephone_signature_lost', { url: publicUrl })
        : fault('telephone_server_foreign', { url: publicUrl, status }),
    }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    const message = fault('telephone_server_unreached', { url: publicUrl, reason: error.fault })
    return { name, ok: false, message }
  }
}

/** Opens a socket to this server through its public address. */
export async function tryStream(
  context: Context,
  { account, publicUrl, rehearsal }: TestTarget,
): Promise<Check> {
  const name = 'stream'
  const signed = signedUpgrade(publicUrl, `${MEDIA_PATH}/${rehearsal.ref}`)
  const ended = new AbortController()
  try {
    const socket = await openSocket(onBehalfOf(context, null), {
      url: signed.url,
      headers: { 'x-twilio-signature': signatureOf(account.token, signed) },
      timeoutMs: REQUEST_TIMEOUT_MS,
      maxMessageBytes: MAX_BYTES,
      signal: ended.signal,
    })
    socket.close()
    const ok = rehearsal.arrived.has('stream')
    return { name, ok, message: fault(ok ? 'telephone_stream_opened' : 'telephone_stream_refused') }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    const message =
      error instanceof SocketRefused
        ? fault('telephone_stream_refused')
        : fault('telephone_stream_failed', { reason: error.fault })
    return { name, ok: false, message }
  } finally {
    ended.abort()
  }
}
