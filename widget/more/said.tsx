import { PICTURE } from '#contracts/pictures.ts'
import type { Shown } from '../timeline.ts'
import type { View } from '../view.ts'
import { Files } from './files.tsx'
import { linked } from './linked.tsx'
import { Markdown } from './markdown.tsx'

interface WordsProps {
  readonly view: View
  readonly message: Pick<Shown, 'author' | 'attachments'>
  readonly text: string
}

/** Content of a message: Markdown with pictures for answers and replies, text with links for the visitor's messages. */
export function Words({ view, message, text }: WordsProps) {
  const { author, attachments = [] } = message
  if (author === 'visitor') return <>{linked(text)}</>
  return (
    <>
      {text
        .split(PICTURE)
        .map((part, index) =>
          index % 2 ? (
            <Files
              key={index}
              view={view}
              files={attachments.filter(({ id }) => id === Number(part))}
            />
          ) : (
            part.trim() && <Markdown key={index} view={view} text={part} />
          ),
        )}
    </>
  )
}
