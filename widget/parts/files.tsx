import type { Attachment } from '#contracts/attachments.ts'

interface FilesProps {
  readonly files: readonly Attachment[]
  readonly origin: string
}

/** Kinds of files that are shown; the others are links. */
const SHOWN = /^image\/(png|jpe?g|gif|webp|avif)$/

/** The files of a message. A page may forbid pictures from elsewhere: then the link stays. */
export function Files({ files, origin }: FilesProps) {
  return files.map(({ id, name, media_type, url, width, height }) => (
    <a key={id} class="file" href={origin + url} target="_blank" rel="noopener noreferrer">
      {SHOWN.test(media_type) && (
        <img
          src={origin + url}
          alt=""
          width={width ?? undefined}
          height={height ?? undefined}
          loading="lazy"
          onError={({ currentTarget }) => currentTarget.remove()}
        />
      )}
      <span dir="auto">{name}</span>
    </a>
  ))
}
