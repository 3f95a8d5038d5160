import { useLayoutEffect } from 'preact/hooks'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { keyWords } from '../../ui/key-hint.tsx'
import { useSaveKey } from '../../ui/use-save-key.ts'
import { draftOf } from './draft.ts'
import type { EmbedModel } from './model.ts'
import { isSameCode } from './snippets.ts'

interface SaveBarProps {
  readonly desk: Desk
  readonly model: EmbedModel
}

/** Bar with unsaved changes and their actions. */
export function SaveBar({ desk, model }: SaveBarProps) {
  const { hasChanged, mistakes, busy } = model
  const count = Object.keys(mistakes.value).length
  useSaveKey(() => hasChanged.value && void save())

  async function save(): Promise<void> {
    const before = draftOf(model.assistant.value?.widget_settings ?? {})
    const isPasted = isSameCode(before, model.draft.value)
    const how = await model.save()
    if (how === 'saved') desk.toasts.show(isPasted ? t('embed.saved') : t('embed.savedPaste'))
    if (how === 'refused') goToMistake()
    if (how === 'failed' && model.notice.value) desk.toasts.show(model.notice.value, 'danger')
  }

  // The bar appears while typing and may cover the focused field.
  useLayoutEffect(() => {
    if (hasChanged.value) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [hasChanged.value])

  if (!hasChanged.value) return null
  return (
    <section class="embed-save" aria-label={t('embed.saveBar')}>
      <p role="status">
        {count > 0 ? (
          <strong class="embed-wrong">{t('embed.mistakes', { count })}</strong>
        ) : (
          t('embed.unsaved')
        )}
      </p>
      <Button kind="quiet" onClick={() => desk.toasts.undo(t('embed.discarded'), model.discard())}>
        {t('embed.discard')}
      </Button>
      <Button
        kind="primary"
        icon={CheckIcon}
        title={keyWords('Mod+S')}
        busy={busy.value === 'settings'}
        onClick={() => void save()}
      >
        {t('embed.save')}
      </Button>
    </section>
  )
}

/** Focuses the first error after the next render. */
function goToMistake(): void {
  requestAnimationFrame(() => {
    const wrong = document.querySelector<HTMLElement>('.embed-steps [aria-invalid=true]')
    const place =
      wrong ?? document.querySelector<HTMLElement>('.embed-steps .field-error:not(:empty)')
    place?.scrollIntoView({ block: 'center' })
    wrong?.focus({ preventScroll: true })
  })
}
