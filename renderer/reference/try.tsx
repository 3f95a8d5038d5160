import type { Signal } from '@preact/signals'
import { useId, useMemo } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/controls.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { SendIcon } from '../ui/icons.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { AnswerView } from './answer.tsx'
import { Entry } from './entry.tsx'
import { parameterField } from './fields.ts'
import { controlOf, type FormField } from './form.ts'
import { type OpenApi, type Parameter, secretOf } from './openapi.ts'
import { keyOf } from './request.ts'
import type { Mode, TryModel } from './try-model.ts'

interface TryProps {
  readonly create: () => TryModel
  readonly document: OpenApi
}

const NAMES: Readonly<Record<Mode, string>> = {
  fields: 'Fields',
  json: 'JSON',
  csv: 'CSV',
  file: 'File',
}

/** A form that sends a real call and shows the response. */
export function Try({ create, document }: TryProps) {
  const model = useMemo(create, [])
  const { endpoint } = model
  const confirm = endpoint['x-confirm']
  return (
    <form
      class="try"
      aria-label={`Try: ${endpoint.summary}`}
      onSubmit={(event) => {
        event.preventDefault()
        void model.submit()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void model.submit()
      }}
    >
      <Parameters model={model} document={document} />
      {endpoint.requestBody && <BodyEntry model={model} />}
      <CopyField label={`The call: ${endpoint.summary}`} text={model.curl.value} />
      <div class="form-actions">
        <Button type="submit" kind="primary" icon={SendIcon} busy={model.isBusy.value}>
          Send
        </Button>
        <Button kind="quiet" onClick={model.reset}>
          Start over
        </Button>
        <p class="quiet try-who">
          Sends {sentWith(model)}. <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </p>
      </div>
      <div role="status">{model.outcome.value && <AnswerView outcome={model.outcome.value} />}</div>
      {model.isAsking.value && confirm && (
        <Dialog
          title={endpoint.summary}
          onClose={model.cancel}
          actions={
            <>
              <Button onClick={model.cancel}>Cancel</Button>
              <Button kind="danger" onClick={model.go}>
                Send it
              </Button>
            </>
          }
        >
          <p>{confirm}</p>
        </Dialog>
      )}
    </form>
  )
}

function sentWith({ endpoint, access }: TryModel): string {
  const { kind, isOptional } = secretOf(endpoint)
  if (kind === 'none') return 'without a key'
  if (kind === 'token') return access.token.value ? 'with the visitor’s token' : 'without a token'
  return isOptional && !access.key.value ? 'without a key' : access.words.value
}

function Parameters({ model, document }: { readonly model: TryModel; readonly document: OpenApi }) {
  const { parameters = [] } = model.endpoint
  if (parameters.length === 0) return null
  return (
    <div class="try-fields">
      {parameters.map((parameter) => {
        const key = keyOf(parameter)
        const { value: faults } = model.faults
        return (
          <Entry
            key={key}
            {...parameterField(parameter, { document })}
            control={controlOf(parameter.schema, { document })}
            value={model.parameters.value[key] ?? ''}
            error={faults[key] ?? faults[faultNameOf(parameter)]}
            onEdit={(value) => {
              model.parameters.value = { ...model.parameters.value, [key]: value }
            }}
          />
        )
      })}
    </div>
  )
}

/** Name of a parameter in error messages: `Idempotency-Key` is `idempotency_key`. */
function faultNameOf({ name, in: place }: Parameter): string {
  return place === 'header' ? name.toLowerCase().replaceAll('-', '_') : name
}

function BodyEntry({ model }: { readonly model: TryModel }) {
  const id = useId()
  const { modes, mode } = model
  return (
    <section class="try-body" aria-label="Body">
      <div class="try-body-head">
        <h4>Body</h4>
        <Tabs
          label="Input format of the body"
          tabs={modes.map((known) => [known, NAMES[known]] as const)}
          current={mode.value}
          onChoose={model.show}
          controls={id}
        />
      </div>
      <div id={id} class="try-fields">
        <BodyIn model={model} />
      </div>
    </section>
  )
}

function BodyIn({ model }: { readonly model: TryModel }) {
  const { mode } = model
  if (mode.value === 'fields') return <BodyFields model={model} />
  if (mode.value === 'file') return <BodyFile model={model} />
  return <BodyText model={model} text={model[mode.value]} label={`Body as ${NAMES[mode.value]}`} />
}

function BodyFields({ model }: { readonly model: TryModel }) {
  const { fields, entered, faults } = model
  const first = fields.filter(model.isFirst)
  const others = fields.filter((field) => !model.isFirst(field))
  const isUsed = others.some(({ name }) => entered.value[name] || faults.value[name])
  return (
    <>
      {first.map((field) => (
        <BodyField key={field.name} field={field} model={model} />
      ))}
      {others.length > 0 && (
        <details open={first.length === 0 || isUsed}>
          <summary>
            {others.length} {others.length === 1 ? 'more field' : 'more fields'}
          </summary>
          <div class="try-fields">
            {others.map((field) => (
              <BodyField key={field.name} field={field} model={model} />
            ))}
          </div>
        </details>
      )}
      {faults.value['body'] && <p class="field-error">{faults.value['body']}</p>}
    </>
  )
}

function BodyField({ field, model }: { readonly field: FormField; readonly model: TryModel }) {
  const { name } = field
  return (
    <Entry
      {...field}
      value={model.entered.value[name] ?? ''}
      error={model.faults.value[name]}
      onEdit={(value) => {
        model.entered.value = { ...model.entered.value, [name]: value }
      }}
    />
  )
}

interface BodyTextProps {
  readonly model: TryModel
  readonly text: Signal<string>
  readonly label: string
}

function BodyText({ model, text, label }: BodyTextProps) {
  return (
    <Field label={label} error={allFaults(model)}>
      {(wiring) => (
        <TextArea
          {...wiring}
          rows={6}
          value={text.value}
          onEdit={(edited) => {
            text.value = edited
          }}
        />
      )}
    </Field>
  )
}

function BodyFile({ model }: { readonly model: TryModel }) {
  return (
    <Field label="File" error={allFaults(model)}>
      {(wiring) => (
        <input
          {...wiring}
          type="file"
          class="control"
          onChange={({ currentTarget }) => {
            model.file.value = currentTarget.files?.[0]
          }}
        />
      )}
    </Field>
  )
}

/** Errors of a body that is not edited field by field. */
function allFaults({ faults }: TryModel): string | undefined {
  const words = Object.entries(faults.value)
    .filter(([name]) => !name.includes('.'))
    .map(([name, fault]) => (name === 'body' ? fault : `${name}: ${fault}`))
  return words.join(' ') || undefined
}
