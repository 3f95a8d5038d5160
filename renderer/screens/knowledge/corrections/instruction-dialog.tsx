import { useEffect, useRef } from 'preact/hooks'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Banner, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { createInstructionModel } from './instruction-model.ts'
import type { CorrectionDialogProps } from './test-dialog.tsx'

/** Adds an instruction to the assistant's prompt, which is shown with the addition before it is saved. */
export function InstructionDialog(props: CorrectionDialogProps) {
  const { desk, correction, onSaved, onClose } = props
  const { name } = correction.assistant
  const model = useModel(() => createInstructionModel(desk.api, correction))
  useEffect(() => void model.load(), [model])

  async function save(): Promise<void> {
    if (!(await model.save())) return
    onSaved()
    onClose()
  }

  return (
    <Dialog
      title={t('corrections.instructionTitle', { assistant: name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            busy={model.isBusy.value}
            disabled={!model.canSave.value}
            onClick={() => void save()}
          >
            {t('corrections.instructionSave')}
          </Button>
        </>
      }
    >
      <div class="form">
        <Field label={t('corrections.instructionText')}>
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={4}
              maxRows={10}
              value={model.instruction.value}
              onEdit={(value) => {
                model.instruction.value = value
              }}
            />
          )}
        </Field>
        {model.failure.value && <Banner tone="danger">{model.failure.value}</Banner>}
        <Preview prompt={model.prompt.value} instruction={model.instruction.value} />
      </div>
    </Dialog>
  )
}

interface PreviewProps {
  readonly prompt: string | undefined
  readonly instruction: string
}

/** The prompt with the instruction at its end, which is scrolled into view. */
function Preview({ prompt, instruction }: PreviewProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [prompt, instruction])
  if (prompt === undefined) return <Loading label={t('corrections.promptLoading')} rows={3} />
  return (
    <section
      class="prompt-preview"
      aria-label={t('corrections.promptPreview')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll what has focus
      tabIndex={0}
      dir="auto"
      ref={box}
    >
      {prompt.trimEnd()}
      {'\n\n'}
      <ins>
        <span class="visually-hidden">{t('dial.added')}: </span>
        {instruction.trim()}
      </ins>
    </section>
  )
}
