/// <reference types="vite/client" />
// biome-ignore-all lint/performance/noBarrelFile: it is fetched as one file, and that is its point
/*
 * The parts of the chat that are loaded on demand: everything here is one file that is fetched once, so that the chat
 * is
 * usable before it arrives.
 */

export { arrive } from './more/arrive.ts'
export { createAttending } from './more/attending.ts'
export { Away } from './more/away.tsx'
export { chime } from './more/chime.ts'
export { Copy } from './more/copy.tsx'
export { diagnose } from './more/diagnosis.ts'
export { Files } from './more/files.tsx'
export { flash } from './more/flash.ts'
export { Form } from './more/form.tsx'
export { invite } from './more/invite.ts'
export { MenuButton } from './more/menu.tsx'
export { formFields } from './more/offers.ts'
export { Pane } from './more/pane.tsx'
export { Handover, Person } from './more/person.tsx'
export { Rating } from './more/rating.tsx'
export { Words } from './more/said.tsx'
export { Sources } from './more/sources.tsx'
export { Suggestions } from './more/suggestions.tsx'
export { Taken, takeFiles } from './more/taken-files.tsx'
export { showInTitle } from './more/title.ts'
export { identify, reset } from './more/visitor.ts'
export { wordsOf } from './more/words.ts'
