import type { AiMode } from '#contracts/dial-fields.ts'
import { dialTexts } from '../../texts/dial.ts'
import { Badge } from '../../ui/display.tsx'

/** Says who answers, where it is not simply the assistant. */
export function ModeBadge({ mode }: { readonly mode: AiMode }) {
  if (mode === 'auto') return null
  return <Badge tone={mode === 'human' ? 'person' : 'attention'}>{dialTexts.badges[mode]}</Badge>
}
