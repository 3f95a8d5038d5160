// biome-ignore-all lint/performance/noBarrelFile: it is fetched as one file, and that is its point
/*
 * Parts that few visitors ever see, in a file that is fetched when one of them asks for it.
 */

export { Away } from './more/away.tsx'
export { chime } from './more/chime.ts'
export { Emoji } from './more/emoji.tsx'
export { Ended, Gone } from './more/ended.tsx'
export { EmailForm, Form } from './more/form.tsx'
export { Pane } from './more/pane.tsx'
export { showPicture } from './more/picture.ts'
export { Sending } from './more/sending.tsx'
export { Taken, takeFiles } from './more/taken-files.tsx'
export { saveTranscript } from './more/transcript.ts'
export { upload } from './more/upload.ts'
