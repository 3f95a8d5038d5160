import { connectStream, document, redirect } from './twiml.ts'

/** Path below the public address at which a provider reports, asks and connects. */
export const VOICE_PATH = '/api/provider/voice'

/** Path at which a provider tells of a call that comes in. */
export const INCOMING_PATH = `${VOICE_PATH}/incoming`

/** Path at which this server tries whether it is reached. */
export const REHEARSAL_PATH = `${VOICE_PATH}/rehearsal`

/** Path at which a provider opens the stream of a call, with its reference. */
export const MEDIA_PATH = `${VOICE_PATH}/media`

/** Reports whether a path is that of a stream. */
export const isMediaPath = (path: string): boolean =>
  path.startsWith(`${MEDIA_PATH}/`) && /^[\w-]+$/.test(path.slice(MEDIA_PATH.length + 1))

/** Addresses of one call, which its reference makes unguessable. */
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

/** Instructions for a call that is answered: it talks to the assistant, and asks what comes next after that. */
export function conversation(publicUrl: string, ref: string): string {
  const { media, next } = addressesOf(publicUrl, ref)
  return document(connectStream({ url: media }), redirect(next))
}
