/// <reference types="vite/client" />
// biome-ignore-all lint/performance/noBarrelFile: it is fetched as one file, and that is its point
/*
 * The parts of the chat that are loaded on demand: everything here is one file that is fetched once, so that the chat
 * is
 * usable before it arrives.
 */

export { arrive } from './more/arrive.ts'
export { createAttending } from './more/attending.ts'
export { Copy } from './more/copy.tsx'
export { Day } from './more/day.tsx'
export { diagnose } from './more/diagnosis.ts'
export { EmojiButton } from './more/emoji-button.tsx'
export { Face } from './more/face.tsx'
export { Files } from './more/files.tsx'
export { flash } from './more/flash.ts'
export { Foot } from './more/foot.tsx'
export { Hello } from './more/hello.tsx'
export { invite } from './more/invite.ts'
export { Limit } from './more/limit.tsx'
export { MenuButton } from './more/menu.tsx'
export { formFields, isNew } from './more/offers.ts'
export { Handover, Person } from './more/person.tsx'
export { Presence } from './more/presence.tsx'
export { chime, rareParts, takeFiles, upload } from './more/rare.ts'
export { Words } from './more/said.tsx'
export { Sources } from './more/sources.tsx'
export { spoken } from './more/spoken.ts'
export { Suggestions } from './more/suggestions.tsx'
export { Time, when } from './more/time.tsx'
export { showInTitle } from './more/title.ts'
export { identify, reset } from './more/visitor.ts'
export { wordsOf } from './more/words.ts'
