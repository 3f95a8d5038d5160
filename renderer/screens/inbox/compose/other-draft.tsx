import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/states.tsx'
import type { DraftModel } from './draft-model.ts'

/** A draft from another device that was replaced by this one: typed text is never lost. */
export function OtherDraft({ draft }: { readonly draft: DraftModel }) {
  const other = draft.other.value
  if (other === undefined) return null
  return (
    <Banner
      tone="attention"
      onDismiss={draft.dismissOther}
      actions={
        <Button size="small" onClick={draft.useOther}>
          {t('composer.useOther')}
        </Button>
      }
    >
      {t('composer.otherDraft')} <q dir="auto">{[...other].slice(0, 80).join('')}</q>
    </Banner>
  )
}
