/* Pictures at a place in a message's text. No schemas here, so that the chat can import it without zod. */

/** A reference to an attached picture, `![name](attachment:7)`; splitting a text by it alternates text and ids. */
export const PICTURE = /!\[[^\]\n]*\]\(attachment:(\d+)\)/

/** A reference to a picture; brackets and line breaks of its name are removed. */
export const pictureMark = ({ id, name }: { readonly id: number; readonly name: string }): string =>
  `![${name.replace(/[[\]\r\n]/g, '')}](attachment:${id})`

/** Reports whether a text shows a picture at a place. */
export const isPlaced = (text: string, id: number | string): boolean =>
  text.includes(`](attachment:${id})`)

/** A text without its references to pictures, for channels that send files separately. */
export const withoutPictures = (text: string): string =>
  text.replace(new RegExp(`${PICTURE.source}\\n*`, 'g'), '').trim()
