import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Correction } from '#contracts/corrections.ts'
import { showRefusal } from '../../../app/api.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea, TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { Banner } from '../../../ui/states.tsx'

export interface CorrectionDialogProps {
  readonly desk: Pick<Desk, 'api'>
  readonly correction: Correction
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** Limits of a test's name and of an expectation, code points. */
const MAX_NAME = 100
const MAX_EXPECTED = 500

const atMost = (text: string, length: number): string => [...text].slice(0, length).join('')

/** Makes a correction a saved test of its assistant: the question, and what must be true of the answer. */
export function TestDialog({ desk: { api }, correction, onSaved, onClose }: CorrectionDialogProps) {
  const { assistant, question, sent } = correction
  const form = useRef<HTMLFormElement>(null)
  const name = useSignal(atMost(question ?? '', MAX_NAME))
  const say = useSignal(question ?? '')
  const expected = useSignal(atMost(sent, MAX_EXPECTED))
  const errors = useSignal<Readonly<Record<string, string>>>({})
  const failure = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)

  async function save(event?: Event): Promise<void> {
    event?.preventDefault()
    if (isBusy.value) return
    isBusy.value = true
    errors.value = {}
    failure.value = undefined
    const expectations = [{ kind: 'judged' as const, value: expected.value }]
    try {
      const body = { name: name.value, lines: [{ say: say.value, expectations }] }
      await api.createAssistantTest({ params: { id: assistant.id }, body })
      onSaved()
      onClose()
    } catch (problem) {
      showRefusal(problem, errors, failure)
      isBusy.value = false
      focusMistake(form.current)
    }
  }

  return (
    <Dialog
      title={t('corrections.testTitle', { assistant: assistant.name })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" busy={isBusy.value} onClick={() => void save()}>
            {t('corrections.test')}
          </Button>
        </>
      }
    >
      <form class="form" ref={form} onSubmit={(event) => void save(event)} noValidate>
        <Field label={t('corrections.testName')} error={errors.value['name']}>
          {(wiring) => (
            <TextInput
              {...wiring}
              autocomplete="off"
              value={name.value}
              onEdit={(value) => {
                name.value = value
              }}
            />
          )}
        </Field>
        <Field label={t('corrections.testSay')} error={errors.value['lines.0.say']}>
          {(wiring) => (
            <TextArea
              {...wiring}
              value={say.value}
              onEdit={(value) => {
                say.value = value
              }}
            />
          )}
        </Field>
        <Field
          label={t('corrections.testExpected')}
          hint={t('corrections.testExpectedHint')}
          error={errors.value['lines.0.expectations.0.value']}
        >
          {(wiring) => (
            <TextArea
              {...wiring}
              rows={4}
              maxRows={10}
              value={expected.value}
              onEdit={(value) => {
                expected.value = value
              }}
            />
          )}
        </Field>
        {failure.value && <Banner tone="danger">{failure.value}</Banner>}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
