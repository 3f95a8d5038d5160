import type { Attachment } from '#contracts/attachment-fields.ts'
import { isPlaced } from '#contracts/pictures.ts'
import type { MessageProps } from '../parts/message.tsx'
import type { Parcel } from '../shelf.ts'
import type { View } from '../view.ts'
import { needRare, rareParts } from './rare.ts'
import { Thumbnail } from './thumbnail.tsx'

interface FilesProps extends Pick<MessageProps, 'view'> {
  readonly files: readonly (Attachment | Parcel)[]
  /** Their message, whose text may show them in place. */
  readonly message?: MessageProps['message']
}

/** Image types that are displayed; other files are links. */
const SHOWN = /^image\/(png|jpe?g|gif|webp|avif)$/

/** The files of a message, or on their way, that its text does not show, and what was answered while Parley could not be reached. */
export function Files({ files, view, message }: FilesProps) {
  const { asleep } = view.model.state
  const rare = files.some((file) => 'blob' in file) && rareParts(view.model)
  const text = message && message.author !== 'visitor' ? message.content : ''
  const others = files.filter(({ id }) => !id || !isPlaced(text, id))
  const shown = others.map((file) =>
    'blob' in file ? (
      <span key={file.name} class={SHOWN.test(file.type) ? 'picture' : 'file'} data-busy={!file.id}>
        {SHOWN.test(file.type) && <Thumbnail file={file.blob} />}
        <span class="name" dir="auto">
          {file.name}
        </span>
        {!file.id && rare && (
          <rare.Sending view={view} message={message!.client_id!} name={file.name} />
        )}
      </span>
    ) : (
      <File key={file.id} file={file} view={view} />
    ),
  )
  return asleep && message
    ? [...shown, <asleep.Answer key="" view={view} message={message} />]
    : shown
}

/** A picture, which is shown large when it is pressed, or a link. A page may forbid pictures from elsewhere: then the link stays. */
function File({ file, view }: { readonly file: Attachment; readonly view: View }) {
  const { name, media_type, url, width, height } = file
  const href = view.origin + url
  const isPicture = SHOWN.test(media_type)

  async function enlarge(event: MouseEvent): Promise<void> {
    const link = event.currentTarget as HTMLAnchorElement
    // Whoever wants it in a tab of its own gets that.
    if (!link.querySelector('img') || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const rare = await needRare()
    if (rare) rare.showPicture(link, name, view.texts)
    else open(href, '_blank', 'noreferrer')
  }

  return (
    <a
      class={isPicture ? 'picture' : 'file'}
      href={href}
      target="_blank"
      rel="noreferrer"
      onClick={isPicture ? enlarge : undefined}
    >
      {isPicture && (
        <img
          src={href}
          alt=""
          width={width ?? undefined}
          height={height ?? undefined}
          loading="lazy"
          onError={({ currentTarget }) => currentTarget.parentNode!.removeChild(currentTarget)}
        />
      )}
      <span class="name" dir="auto">
        {name}
      </span>
    </a>
  )
}
