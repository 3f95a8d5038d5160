import type { VoiceRow } from './queries.ts'

/** Path of previews that are synthesized on demand. */
export const PREVIEWS = '/voices/previews'

/** URL of a voice's preview: a recording, or synthesized on demand. */
export const previewUrl = (
  origin: string,
  { code, preview_key }: Pick<VoiceRow, 'code' | 'preview_key'>,
): string =>
  preview_key === null ? `${origin}/voices/${code}.mp3` : `${origin}${PREVIEWS}/${preview_key}`
