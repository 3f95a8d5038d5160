import type { Attachment } from '#contracts/attachment-fields.ts'
import type { Author } from '#contracts/messages.ts'
import { PICTURE } from '#contracts/pictures.ts'
import type { View } from '../view.ts'
import { Files } from './files.tsx'
import { linked } from './linked.tsx'
import { Markdown } from './markdown.tsx'

interface WordsProps {
  readonly view: View
  readonly author: Author
  readonly text: string
  /** Those that are shown in the text. */
  readonly files: readonly Attachment[]
}

/** Content of a message: Markdown with pictures for answers and replies, text with links for the visitor's messages. */
export function Words({ view, author, text, files }: WordsProps) {
  if (author === 'visitor') return <>{linked(text)}</>
  return (
    <>
      {text
        .split(PICTURE)
        .map((part, index) =>
          index % 2 ? (
            <Files key={index} view={view} files={files.filter(({ id }) => id === Number(part))} />
          ) : (
            part.trim() && <Markdown key={index} view={view} text={part} />
          ),
        )}
    </>
  )
}
