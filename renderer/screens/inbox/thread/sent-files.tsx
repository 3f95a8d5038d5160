import { type Attachment, isPicture } from '#contracts/attachment-fields.ts'
import type { Message } from '#contracts/messages.ts'
import { isPlaced } from '#contracts/pictures.ts'
import { formatBytes } from '../../../format/numbers.ts'
import { FileIcon } from '../../../ui/icons-work.tsx'

/** Maximum width and height of an image, px; its space is reserved before it loads. */
const MAX_WIDTH = 320
const MAX_HEIGHT = 240

interface WithFiles extends Pick<Message, 'author' | 'content'> {
  readonly attachments?: readonly Attachment[] | undefined
}

/** The files of a message that its text does not show. */
export const unplaced = ({ author, content, attachments = [] }: WithFiles) =>
  author === 'visitor' ? attachments : attachments.filter(({ id }) => !isPlaced(content, id))

/** Files of a message: images inline, all others as links. */
export function SentFiles({ files }: { readonly files: readonly Attachment[] }) {
  if (files.length === 0) return null
  return (
    <ul class="sent-files">
      {files.map((file) => (
        <li key={file.id}>
          <a
            class={isPicture(file) ? 'sent-picture' : 'sent-file'}
            href={file.url}
            target="_blank"
            rel="noopener noreferrer"
          >
            {isPicture(file) ? (
              <img src={file.url} alt={file.name} loading="lazy" {...roomFor(file)} />
            ) : (
              <>
                <FileIcon size={20} />
                <span dir="auto">{file.name}</span>
                <small>{formatBytes(file.size)}</small>
              </>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}

function roomFor({ width, height }: Attachment) {
  if (!width || !height) return {}
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
