import type { AiMode } from '#contracts/dial-fields.ts'
import { t } from '../../../locales/translate.ts'
import { Badge } from '../../../ui/display.tsx'

/** Shows the answering mode if it is not the default. */
export function ModeBadge({ mode }: { readonly mode: AiMode }) {
  if (mode === 'auto') return null
  return <Badge tone={mode === 'human' ? 'person' : 'attention'}>{t(`dial.badges.${mode}`)}</Badge>
}
