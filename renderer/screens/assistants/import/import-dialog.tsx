import './import.css'
import { useEffect, useRef } from 'preact/hooks'
import type { AssistantFieldName } from '#contracts/assistant-fields.ts'
import type { ImportProblem } from '#contracts/assistant-transfer.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { TextInput } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Banner, Loading } from '../../../ui/states.tsx'
import { useModel } from '../../../ui/use-model.ts'
import { labelOf } from '../settings/fields.ts'
import { createImportModel, type ImportModel } from './import-model.ts'

interface ImportDialogProps {
  readonly desk: Desk
  /** Dropped file, if any. */
  readonly file: File | undefined
  readonly onClose: () => void
}

/** Imports an assistant from a file, after missing references are resolved. */
export function ImportDialog({ desk, file, onClose }: ImportDialogProps) {
  const model = useModel(() => createImportModel(desk.api))
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (file) void model.read(file)
  }, [file])

  async function create(): Promise<void> {
    const id = await model.create()
    if (id === undefined) return
    desk.toasts.show(t('assistants.import.done', { name: nameOf(model) }))
    onClose()
    desk.address.go(`/app/assistants/${id}`)
  }

  return (
    <Dialog
      title={t('assistants.import.title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            busy={model.busy.value}
            disabled={model.isBlocked.value}
            onClick={() => void create()}
          >
            {t('assistants.import.create')}
          </Button>
        </>
      }
    >
      <p class="quiet">{t('assistants.import.lead')}</p>
      <input
        ref={input}
        class="visually-hidden"
        type="file"
        accept="application/json,.json"
        tabIndex={-1}
        aria-label={t('assistants.import.choose')}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0]
          if (chosen) void model.read(chosen)
        }}
      />
      <div>
        <Button onClick={() => input.current?.click()}>{t('assistants.import.choose')}</Button>
      </div>
      {model.error.value && <Banner tone="danger">{model.error.value}</Banner>}
      {model.busy.value && !model.problems.value && (
        <Loading label={t('assistants.import.checking')} rows={2} />
      )}
      {model.document.value && model.problems.value && <Findings model={model} />}
    </Dialog>
  )
}

const nameOf = ({ document, replacements }: ImportModel) =>
  String(replacements.value.name ?? document.value?.fields['name'] ?? '')

function Findings({ model }: { readonly model: ImportModel }) {
  const problems = model.problems.value ?? []
  const of = (severity: ImportProblem['severity']) =>
    problems.filter((one) => one.severity === severity)
  const [blocking, leftOut, notes] = [of('blocking'), of('left_out'), of('note')]
  return (
    <div class="findings">
      <Field label={t('assistants.import.name')}>
        {(wiring) => (
          <TextInput
            {...wiring}
            value={nameOf(model)}
            onEdit={(name) => void model.replace('name', name)}
          />
        )}
      </Field>
      {problems.length === 0 && <Banner tone="ok">{t('assistants.import.fits')}</Banner>}
      {blocking.length > 0 && (
        <section>
          <h3>{t('assistants.import.blocking')}</h3>
          {blocking
            .filter(({ field }) => field !== 'name')
            .map((problem) => (
              <Replacement key={problem.field} model={model} problem={problem} />
            ))}
        </section>
      )}
      <Problems title={t('assistants.import.leftOut')} problems={leftOut} />
      <Problems title={t('assistants.import.notes')} problems={notes} />
    </div>
  )
}

interface ProblemsProps {
  readonly title: string
  readonly problems: readonly ImportProblem[]
}

function Problems({ title, problems }: ProblemsProps) {
  if (problems.length === 0) return null
  return (
    <section>
      <h3>{title}</h3>
      <ul class="problem-list">
        {problems.map(({ field, message }) => (
          <li key={field}>
            <strong>{labelOf(field)}</strong> {message}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ReplacementProps {
  readonly model: ImportModel
  readonly problem: ImportProblem
}

/** Replacement for a required reference that does not exist here. */
function Replacement({ model, problem: { field, message } }: ReplacementProps) {
  const name = field.split('.')[0] as AssistantFieldName
  const { choices, fitting } = model.choices
  const lists: {
    readonly [field in AssistantFieldName]?: readonly { id: number; name: string }[]
  } = {
    voice_id: fitting.value?.voices ?? [],
    language_id: choices.value?.languages ?? [],
    llm_model_id: choices.value?.models ?? [],
    multimodal_model_id: choices.value?.multimodalModels ?? [],
  }
  const list = lists[name]
  const value = model.replacements.value[name]
  return (
    <Field label={labelOf(field)} error={message}>
      {(wiring) =>
        list ? (
          <Combobox
            {...wiring}
            value={value === undefined ? null : String(value)}
            options={list.map((one) => ({ value: String(one.id), label: one.name }))}
            onChoose={(next) => next !== null && void model.replace(name, Number(next))}
          />
        ) : (
          <TextInput
            {...wiring}
            value={String(value ?? model.document.value?.fields[name] ?? '')}
            onEdit={(text) => void model.replace(name, text)}
          />
        )
      }
    </Field>
  )
}
