import type { Attachment } from '#contracts/attachment-fields.ts'
import type { Message } from '#contracts/messages.ts'
import { PICTURE } from '#contracts/pictures.ts'
import { PlainText, RichText } from '../../../ui/rich-text.tsx'
import { SentFiles } from './sent-files.tsx'

interface MessageTextProps extends Pick<Message, 'author'> {
  readonly text: string
  readonly attachments?: readonly Attachment[] | undefined
}

/** A message as the chat shows it: Markdown with pictures in place; only text and links for the visitor's. */
export function MessageText({ author, text, attachments = [] }: MessageTextProps) {
  if (author === 'visitor') return <PlainText text={text} />
  return (
    <>
      {text
        .split(PICTURE)
        .map((part, index) =>
          index % 2 ? (
            <SentFiles key={index} files={attachments.filter(({ id }) => id === Number(part))} />
          ) : (
            part.trim() && <RichText key={index} text={part} />
          ),
        )}
    </>
  )
}
