import type { AiMode } from '#contracts/dial-fields.ts'
import { t } from '../../../locales/translate.ts'
import { Badge } from '../../../ui/display.tsx'

/** Says who answers, where it is not simply the assistant. */
export function ModeBadge({ mode }: { readonly mode: AiMode }) {
  if (mode === 'auto') return null
  return <Badge tone={mode === 'human' ? 'person' : 'attention'}>{t(`dial.badges.${mode}`)}</Badge>
}
