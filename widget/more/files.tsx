import type { Attachment } from '#contracts/attachment-fields.ts'
import type { Parcel } from '../shelf.ts'

interface FilesProps {
  readonly files: readonly (Attachment | Parcel)[]
  readonly origin: string
}

/** Image types that are displayed; other files are links. */
const SHOWN = /^image\/(png|jpe?g|gif|webp|avif)$/

/** The files of a message, or on their way. A page may forbid pictures from elsewhere: then the link stays. */
export function Files({ files, origin }: FilesProps) {
  return files.map((file) =>
    'blob' in file ? (
      <span key={file.name} class="file" dir="auto">
        {file.name}
      </span>
    ) : (
      <File key={file.id} file={file} origin={origin} />
    ),
  )
}

function File({ file, origin }: { readonly file: Attachment; readonly origin: string }) {
  const { name, media_type, url, width, height } = file
  return (
    <a class="file" href={origin + url} target="_blank" rel="noreferrer">
      {SHOWN.test(media_type) && (
        <img
          src={origin + url}
          alt=""
          width={width ?? undefined}
          height={height ?? undefined}
          loading="lazy"
          onError={({ currentTarget }) => currentTarget.parentNode!.removeChild(currentTarget)}
        />
      )}
      <span dir="auto">{name}</span>
    </a>
  )
}
