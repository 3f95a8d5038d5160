import type { Tool } from '#contracts/tools.ts'
import type { Desk } from '../../app/desk.ts'
import { useCommands } from '../../app/keys/shortcuts.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { keyWords } from '../../ui/key-hint.tsx'
import { useSaveKey } from '../../ui/use-save-key.ts'
import type { ToolModel } from './tool-model.ts'

interface SaveBarProps {
  readonly desk: Desk
  readonly model: ToolModel
  readonly onSaved: (tool: Tool) => void
}

/** Bar with unsaved changes and their actions. */
export function SaveBar({ desk, model, onSaved }: SaveBarProps) {
  const { isDirty, errors, failure, isBusy, id } = model
  const isNew = id === undefined
  const isShown = isDirty.value || isNew
  const save = async (): Promise<void> => {
    const tool = await model.save()
    if (tool) onSaved(tool)
    else goToMistake()
  }
  useCommands(desk, [
    { id: 'form.save', inFields: true, when: () => isShown, run: () => void save() },
  ])
  useSaveKey(() => isShown && void save())

  if (!isShown) return null
  const count = Object.keys(errors.value).length
  return (
    <section class="tool-save" aria-label={t('tools.save')}>
      <p role="status">
        {count > 0 && <strong class="tool-wrong">{t('tools.wrong', { count })}</strong>}
        {failure.value && <strong class="tool-wrong">{failure.value}</strong>}
        {count === 0 && !failure.value && isDirty.value && t('tools.unsaved')}
      </p>
      {isDirty.value && (
        <Button
          kind="quiet"
          onClick={() => desk.toasts.undo(t('tools.discarded'), model.discard())}
        >
          {t('tools.discard')}
        </Button>
      )}
      <Button
        kind="primary"
        icon={CheckIcon}
        title={keyWords('Mod+S')}
        busy={isBusy.value}
        onClick={() => void save()}
      >
        {isNew ? t('tools.create') : t('tools.save')}
      </Button>
    </section>
  )
}

/** Focuses the first error after the next render. */
export function goToMistake(): void {
  requestAnimationFrame(() => {
    const wrong = document.querySelector<HTMLElement>('main [aria-invalid=true]')
    wrong?.scrollIntoView({ block: 'center' })
    wrong?.focus({ preventScroll: true })
  })
}
