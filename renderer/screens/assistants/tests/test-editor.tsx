import { useRef } from 'preact/hooks'
import type { Expectation, TestLine } from '#contracts/assistant-tests.ts'
import { ExpectationKind } from '#contracts/enums.ts'
import type { Desk } from '../../../app/desk.ts'
import { t } from '../../../locales/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Select, TextArea, TextInput } from '../../../ui/controls.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusMistake } from '../../../ui/focus-mistake.ts'
import { CloseIcon, PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import { RowList, type RowTools } from '../../../ui/row-list.tsx'
import { Banner } from '../../../ui/states.tsx'
import type { TestsModel } from './tests-model.ts'

interface EditorProps {
  readonly desk: Desk
  readonly model: TestsModel
}

/** Editor of a test dialogue: the visitor's lines and the expectations on each answer. */
export function TestEditor({ desk, model }: EditorProps) {
  const body = useRef<HTMLDivElement>(null)
  const test = model.edited.value
  if (!test) return null

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
        <RowList
          rows={test.lines}
          nameOf={(_, index) => t('assistantTests.line', { number: index + 1 })}
          onChange={(lines) => {
            model.edited.value = { ...test, lines: [...lines] }
          }}
          add={(add) => (
            <Button icon={PlusIcon} onClick={() => add({ say: '', expectations: [] })}>
              {t('assistantTests.addLine')}
            </Button>
          )}
        >
          {(tools) => <Line {...tools} model={model} isOnly={test.lines.length === 1} />}
        </RowList>
      </div>
    </Drawer>
  )
}

function faultAt(model: TestsModel, place: string): string | undefined {
  return model.errors.value[place]
}

interface LineProps extends RowTools<TestLine> {
  readonly model: TestsModel
  /** A test's only line cannot be removed. */
  readonly isOnly: boolean
}

function Line({ model, row: line, index, edit, removal, isOnly }: LineProps) {
  const number = index + 1
  return (
    <fieldset class="test-line">
      <legend>{t('assistantTests.line', { number })}</legend>
      <Field
        label={t('assistantTests.says')}
        error={faultAt(model, `lines.${index}.say`)}
        aside={!isOnly && <IconButton icon={TrashIcon} size="small" {...removal} />}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            required
            rows={2}
            maxRows={8}
            value={line.say}
            onEdit={(say) => edit({ ...line, say })}
          />
        )}
      </Field>
      <p class="test-expected">{t('assistantTests.expected')}</p>
      <RowList
        rows={line.expectations}
        nameOf={(_, at) => t('assistantTests.expectation', { line: number, number: at + 1 })}
        rowClass="test-expectation"
        onChange={(expectations) => edit({ ...line, expectations: [...expectations] })}
        add={(add) => (
          <Button size="small" icon={PlusIcon} onClick={() => add({ kind: 'contains', value: '' })}>
            {t('assistantTests.addExpectation')}
          </Button>
        )}
      >
        {(tools) => <ExpectationRow {...tools} model={model} line={number} />}
      </RowList>
    </fieldset>
  )
}

interface ExpectationProps extends RowTools<Expectation> {
  readonly model: TestsModel
  /** Number of the line, from 1. */
  readonly line: number
}

function ExpectationRow(props: ExpectationProps) {
  const { model, row: expectation, index, edit, removal, line } = props
  const { kind, value, field } = expectation
  const number = index + 1
  const place = `lines.${line - 1}.expectations.${index}`
  const faults = [faultAt(model, `${place}.field`), faultAt(model, `${place}.value`)]
  return (
    <>
      <Select
        aria-label={t('assistantTests.kind', { line, number })}
        value={kind}
        onEdit={(next) => edit({ kind: next as ExpectationKind, value })}
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
          onEdit={(next) => edit({ kind, value, field: next === '' ? undefined : next })}
        />
      )}
      <TextInput
        aria-label={t('assistantTests.value', { line, number })}
        aria-invalid={faults[1] ? true : undefined}
        placeholder={t(`assistantTests.placeholders.${kind}`)}
        value={value}
        onEdit={(next) => edit({ ...expectation, value: next })}
      />
      <IconButton icon={CloseIcon} {...removal} />
      {faults.filter(Boolean).map((fault) => (
        <p key={fault} class="field-error" role="status">
          {fault}
        </p>
      ))}
    </>
  )
}
