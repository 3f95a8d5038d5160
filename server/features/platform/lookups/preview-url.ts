import type { VoiceRow } from './queries.ts'

/** Path of the previews that are made when somebody listens. */
export const PREVIEWS = '/voices/previews'

/** Address at which a voice can be listened to: a recording, or what it says when it is asked to. */
export const previewUrl = (
  origin: string,
  { code, preview_key }: Pick<VoiceRow, 'code' | 'preview_key'>,
): string =>
  preview_key === null ? `${origin}/voices/${code}.mp3` : `${origin}${PREVIEWS}/${preview_key}`
