import { Icon } from '../parts/icon.tsx'
import { say } from '../texts.ts'
import type { View } from '../view.ts'
import { rareWordsOf } from './rare-words.ts'
import { scaleDown } from './scale-down.ts'
import { Thumbnail } from './thumbnail.tsx'

/** Maximum file size, bytes, and number of files per message; same as on the server. */
const MAX_FILE_BYTES = 10 * 1024 * 1024
const MAX_FILES = 10

/** Extensions accepted by the server, which checks the contents as well. */
const KINDS =
  /\.(png|jpe?g|jfif|gif|webp|avif|heic|heif|pdf|zip|docx|xlsx|pptx|odt|ods|odp|mp3|wav|ogg|oga|m4a|mp4|m4v|webm|mov|txt|log|md|csv|json)$/i

/** Attaches files to the next message; large photos are scaled down first. */
export async function takeFiles(
  files: readonly File[],
  { model, texts }: Pick<View, 'model' | 'texts'>,
): Promise<void> {
  const words = rareWordsOf(texts)
  const taken = [...model.state.files]
  let problem = ''
  for (const file of await Promise.all(files.map(scaleDown))) {
    const { name } = file
    const refused = !KINDS.test(name) || file.size === 0
    if (refused) problem = say(words, 'fileRefused', { name })
    else if (file.size > MAX_FILE_BYTES) problem = say(words, 'fileTooLarge', { name })
    else if (taken.length === MAX_FILES) problem = say(words, 'fileCount', { count: MAX_FILES })
    else taken.push(file)
  }
  model.set({ files: taken, problem })
}

/** Files attached to the next message. */
export function Taken({ model, texts }: View) {
  const words = rareWordsOf(texts)
  const { files } = model.state
  return (
    <ul class="taken">
      {files.map((file) => (
        <li key={file.name}>
          {file.type.startsWith('image/') && <Thumbnail file={file} />}
          <span class="name" dir="auto">
            {file.name}
          </span>
          <button
            type="button"
            class="icon"
            aria-label={say(words, 'removeFile', { name: file.name })}
            onClick={() => model.set({ files: files.filter((other) => other !== file) })}
          >
            <Icon path="M7 7l10 10M17 7L7 17" />
          </button>
        </li>
      ))}
    </ul>
  )
}
