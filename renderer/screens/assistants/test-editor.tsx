import { useRef } from 'preact/hooks'
import type { Expectation, TestLine } from '#contracts/assistant-tests.ts'
import { ExpectationKind } from '#contracts/enums.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Select, TextArea, TextInput } from '../../ui/controls.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Field } from '../../ui/field.tsx'
import { focusMistake } from '../../ui/focus-mistake.ts'
import { CloseIcon, PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { Banner } from '../../ui/states.tsx'
import type { TestsModel } from './tests-model.ts'

interface EditorProps {
  readonly desk: Desk
  readonly model: TestsModel
}

/** Writes a dialogue down: what the visitor says, and what is expected of each answer. */
export function TestEditor({ desk, model }: EditorProps) {
  const body = useRef<HTMLDivElement>(null)
  const test = model.edited.value
  if (!test) return null
  const { lines } = test
  const put = (next: readonly TestLine[]) => {
    model.edited.value = { ...test, lines: [...next] }
  }

  async function save(): Promise<void> {
    const name = await model.save()
    if (name !== undefined) return void desk.toasts.show(t('assistantTests.saved', { name }))
    focusMistake(body.current)
  }

  return (
    <Drawer
      title={test.id === undefined ? t('assistantTests.newTest') : t('assistantTests.editTest')}
      size="large"
      onClose={model.close}
      actions={
        <>
          <Button onClick={model.close}>{t('assistantTests.cancel')}</Button>
          <Button
            kind="primary"
            busy={model.saving.value}
            shortcut="$mod+Enter"
            onClick={() => void save()}
          >
            {t('assistantTests.save')}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key of a whole form, as everywhere else */}
      <div
        class="test-editor"
        ref={body}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void save()
        }}
      >
        {model.refusal.value && <Banner tone="danger">{model.refusal.value}</Banner>}
        <Field
          label={t('assistantTests.name')}
          hint={t('assistantTests.nameHint')}
          error={faultAt(model, 'name')}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              required
              autocomplete="off"
              value={test.name}
              onEdit={(name) => {
                model.edited.value = { ...test, name }
              }}
            />
          )}
        </Field>
        {lines.map((line, index) => (
          <Line
            key={index}
            model={model}
            line={line}
            number={index + 1}
            onChange={(changed) => put(lines.with(index, changed))}
            onRemove={
              lines.length > 1 ? () => put(lines.filter((_, at) => at !== index)) : undefined
            }
          />
        ))}
        <div>
          <Button
            icon={PlusIcon}
            onClick={() => {
              put([...lines, { say: '', expectations: [] }])
              focusLast(body.current, '.test-line', 'textarea')
            }}
          >
            {t('assistantTests.addLine')}
          </Button>
        </div>
      </div>
    </Drawer>
  )
}

/** The first control of what was just added. */
function focusLast(within: HTMLElement | null, rows: string, control: string): void {
  requestAnimationFrame(() => {
    const last = [...(within?.querySelectorAll(rows) ?? [])].at(-1)
    last?.querySelector<HTMLElement>(control)?.focus()
  })
}

function faultAt(model: TestsModel, place: string): string | undefined {
  const sentence = model.errors.value[place]
  return sentence
}

interface LineProps {
  readonly model: TestsModel
  readonly line: TestLine
  /** From 1. */
  readonly number: number
  readonly onChange: (line: TestLine) => void
  readonly onRemove: (() => void) | undefined
}

function Line({ model, line, number, onChange, onRemove }: LineProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  const { expectations } = line
  const put = (next: readonly Expectation[]) => onChange({ ...line, expectations: [...next] })
  return (
    <fieldset class="test-line" ref={box}>
      <legend>{t('assistantTests.line', { number })}</legend>
      <Field
        label={t('assistantTests.says')}
        error={faultAt(model, `lines.${number - 1}.say`)}
        aside={
          onRemove && (
            <IconButton
              icon={TrashIcon}
              size="small"
              label={t('assistantTests.removeLine', { number })}
              onClick={onRemove}
            />
          )
        }
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            required
            rows={2}
            maxRows={8}
            value={line.say}
            onEdit={(say) => onChange({ ...line, say })}
          />
        )}
      </Field>
      <p class="test-expected">{t('assistantTests.expected')}</p>
      {expectations.map((expectation, index) => (
        <ExpectationRow
          key={index}
          model={model}
          expectation={expectation}
          line={number}
          number={index + 1}
          onChange={(changed) => put(expectations.with(index, changed))}
          onRemove={() => put(expectations.filter((_, at) => at !== index))}
        />
      ))}
      <div>
        <Button
          size="small"
          icon={PlusIcon}
          onClick={() => {
            put([...expectations, { kind: 'contains', value: '' }])
            focusLast(box.current, '.test-expectation', 'select')
          }}
        >
          {t('assistantTests.addExpectation')}
        </Button>
      </div>
    </fieldset>
  )
}

interface RowProps {
  readonly model: TestsModel
  readonly expectation: Expectation
  readonly line: number
  readonly number: number
  readonly onChange: (expectation: Expectation) => void
  readonly onRemove: () => void
}

function ExpectationRow({ model, expectation, line, number, onChange, onRemove }: RowProps) {
  const { kind, value, field } = expectation
  const place = `lines.${line - 1}.expectations.${number - 1}`
  const faults = [faultAt(model, `${place}.field`), faultAt(model, `${place}.value`)]
  return (
    <div class="test-expectation">
      <Select
        aria-label={t('assistantTests.kind', { line, number })}
        value={kind}
        onEdit={(next) => onChange({ kind: next as ExpectationKind, value })}
      >
        {ExpectationKind.options.map((one) => (
          <option key={one} value={one}>
            {t(`assistantTests.kinds.${one}`)}
          </option>
        ))}
      </Select>
      {kind === 'extracts' && (
        <TextInput
          aria-label={t('assistantTests.field', { line, number })}
          aria-invalid={faults[0] ? true : undefined}
          placeholder={t('assistantTests.fieldName')}
          dir="ltr"
          spellcheck={false}
          value={field ?? ''}
          onEdit={(next) => onChange({ kind, value, field: next === '' ? undefined : next })}
        />
      )}
      <TextInput
        aria-label={t('assistantTests.value', { line, number })}
        aria-invalid={faults[1] ? true : undefined}
        placeholder={t(`assistantTests.placeholders.${kind}`)}
        value={value}
        onEdit={(next) => onChange({ ...expectation, value: next })}
      />
      <IconButton
        icon={CloseIcon}
        label={t('assistantTests.removeExpectation', { line, number })}
        onClick={onRemove}
      />
      {faults.filter(Boolean).map((fault) => (
        <p key={fault} class="field-error" role="status">
          {fault}
        </p>
      ))}
    </div>
  )
}
