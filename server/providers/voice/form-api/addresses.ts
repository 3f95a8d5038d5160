import { connectStream, document, redirect } from './twiml.ts'

/** Path below the public URL of all provider callbacks and streams. */
export const VOICE_PATH = '/api/provider/voice'

/** Callback path for incoming calls. */
export const INCOMING_PATH = `${VOICE_PATH}/incoming`

/** Path for this server's check that it can be reached. */
export const REHEARSAL_PATH = `${VOICE_PATH}/rehearsal`

/** Path of a call's media stream; the call's reference follows. */
export const MEDIA_PATH = `${VOICE_PATH}/media`

/** Reports whether a path is that of a media stream. */
export const isMediaPath = (path: string): boolean =>
  path.startsWith(`${MEDIA_PATH}/`) && /^[\w-]+$/.test(path.slice(MEDIA_PATH.length + 1))

/** URLs of one call; its reference makes them unguessable. */
export function addressesOf(publicUrl: string, ref: string) {
  const at = (what: string) => `${publicUrl}${VOICE_PATH}/${what}/${ref}`
  return {
    status: at('status'),
    verdict: at('amd'),
    next: at('next'),
    dialled: at('dialled'),
    media: at('media').replace(/^http/, 'ws'),
  }
}

/** Instructions for an answered call: connect it to the assistant, then ask for what comes next. */
export function conversation(publicUrl: string, ref: string): string {
  const { media, next } = addressesOf(publicUrl, ref)
  return document(connectStream({ url: media }), redirect(next))
}
