import type { Source } from '#contracts/messages.ts'
import type { View } from '../view.ts'
import { AnnouncedLink } from './announced-link.tsx'
import { wordsOf } from './words.ts'

interface SourcesProps {
  readonly view: View
  readonly sources: readonly Source[]
}

/** Sources of an answer. */
export function Sources({ view: { texts }, sources }: SourcesProps) {
  return (
    <div class="note sources">
      {wordsOf(texts).sources}
      <ul>
        {sources.map(({ title, url }) => (
          <li key={title}>{url ? <AnnouncedLink url={url} label={title} /> : title}</li>
        ))}
      </ul>
    </div>
  )
}
