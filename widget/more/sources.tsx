import { hiddenHost } from '#contracts/link-host.ts'
import type { Source } from '#contracts/messages.ts'
import type { View } from '../view.ts'
import { Link } from './linked.tsx'
import { wordsOf } from './words.ts'

interface SourcesProps {
  readonly view: View
  readonly sources: readonly Source[]
}

/** Sources of an answer, numbered; those that are pages open. */
export function Sources({ view: { texts }, sources }: SourcesProps) {
  return (
    <ol class="sources" aria-label={wordsOf(texts).sources}>
      {sources.map(({ title, url }, index) => {
        const words = (
          <span class="chip">
            <b>{index + 1}</b>
            <span dir="auto">{title}</span>
          </span>
        )
        return (
          <li key={title} title={title}>
            {url ? (
              <Link url={url} title={hiddenHost(url, title)}>
                {words}
              </Link>
            ) : (
              words
            )}
          </li>
        )
      })}
    </ol>
  )
}
