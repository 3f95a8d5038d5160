import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from '../ui/button.tsx'
import { CopyField } from '../ui/copy-field.tsx'
import { Badge } from '../ui/display.tsx'
import { PlayIcon } from '../ui/icons.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { FieldTable } from './field-table.tsx'
import { fieldsOf, parameterField, typeOf } from './fields.ts'
import {
  type Answer,
  answersOf,
  type Endpoint,
  examplesOf,
  isStream,
  type OpenApi,
  type Schema,
  schemaOf,
  secretOf,
} from './openapi.ts'
import { curlOf, filledWithExamples, prepare, textOf } from './request.ts'
import { Try } from './try.tsx'
import type { TryModel } from './try-model.ts'

interface EndpointProps {
  readonly endpoint: Endpoint
  readonly document: OpenApi
}

/** One endpoint: its description, parameters, responses, and a form to try it. */
export function EndpointSection({
  endpoint,
  document,
  onTry,
}: EndpointProps & { readonly onTry: () => TryModel }) {
  const { operationId, method, path, summary, description, parameters = [], requestBody } = endpoint
  const body = requestBody && schemaOf(requestBody)
  const kinds = Object.keys(requestBody?.content ?? {})
  const answers = answersOf(endpoint, document)
  return (
    <article class="endpoint" id={operationId} aria-labelledby={`${operationId}-title`}>
      <header>
        <h3 id={`${operationId}-title`}>
          <a href={`#${operationId}`}>{summary}</a>
        </h3>
        <p class="endpoint-line">
          <span class={`method is-${method}`}>{method}</span>
          <code>{path}</code>
          <Who endpoint={endpoint} />
        </p>
      </header>
      {description && (
        <div class="endpoint-words">
          <RichText text={description} />
        </div>
      )}
      {parameters.length > 0 && (
        <Part title="Parameters">
          <FieldTable
            fields={parameters.map((parameter) => parameterField(parameter, { document }))}
          />
        </Part>
      )}
      {body && (
        <Shape
          title="Body"
          note={
            kinds.length > 1 || kinds[0] !== 'application/json' ? kinds.join(' or ') : undefined
          }
          schema={body}
          document={document}
        />
      )}
      <Answers answers={answers} document={document} />
      <ExampleOrTry endpoint={endpoint} document={document} onTry={onTry} />
    </article>
  )
}

function ExampleOrTry({
  endpoint,
  document,
  onTry,
}: EndpointProps & { readonly onTry: () => TryModel }) {
  const isOpen = useSignal(false)
  const { operationId, summary, responses } = endpoint
  const isEndless = Object.values(responses).some(isStream)
  const example = curlOf(endpoint, prepare(endpoint, filledWithExamples(endpoint)), document)
  return (
    <>
      {!isOpen.value && (
        <Part title="Example">
          <CopyField label={`Example: ${summary}`} text={example} />
        </Part>
      )}
      {!isEndless && (
        <div class="try-open">
          <Button
            icon={isOpen.value ? undefined : PlayIcon}
            aria-expanded={isOpen.value}
            aria-controls={`${operationId}-try`}
            aria-label={`${isOpen.value ? 'Close the form' : 'Try it'}: ${summary}`}
            onClick={() => {
              isOpen.value = !isOpen.value
            }}
          >
            {isOpen.value ? 'Close the form' : 'Try it'}
          </Button>
        </div>
      )}
      <div id={`${operationId}-try`}>
        {isOpen.value && <Try create={onTry} document={document} />}
      </div>
    </>
  )
}

function Who({ endpoint }: Pick<EndpointProps, 'endpoint'>) {
  const { kind, isOptional } = secretOf(endpoint)
  if (isOptional) return <Badge>Key optional</Badge>
  if (kind === 'key') return <Badge tone="person">API key</Badge>
  if (kind === 'token') return <Badge tone="ai">Visitor’s token</Badge>
  return <Badge>No key</Badge>
}

interface AnswersProps {
  readonly answers: readonly Answer[]
  readonly document: OpenApi
}

function Answers({ answers, document }: AnswersProps) {
  const good = answers.filter(({ status }) => status.startsWith('2'))
  const bad = answers.filter(({ status }) => !status.startsWith('2'))
  const common = bad.filter(({ isCommon }) => isCommon)
  return (
    <>
      {good.map((answer) => (
        <Success key={answer.status} answer={answer} document={document} />
      ))}
      <Part title="Errors">
        <Refusals answers={bad.filter(({ isCommon }) => !isCommon)} />
        {common.length > 0 && (
          <p class="quiet small">
            As everywhere: {common.map(({ status }) => status).join(', ')}.{' '}
            <a href="#errors">What they mean</a>
          </p>
        )}
      </Part>
    </>
  )
}

function Success({ answer, document }: { readonly answer: Answer; readonly document: OpenApi }) {
  const { status, description, response } = answer
  const schema = schemaOf(response)
  const title = `Answers ${status}`
  if (isStream(response) || !schema) {
    return (
      <Part title={title}>
        <p class="quiet">{description}</p>
      </Part>
    )
  }
  const [example] = examplesOf(response)
  return (
    <>
      <Shape title={title} schema={schema} document={document} isReply />
      {example && (
        <details class="example">
          <summary>Example response</summary>
          <CopyField label="Example response" text={textOf(example.value)} />
        </details>
      )}
    </>
  )
}

function Refusals({ answers }: { readonly answers: readonly Answer[] }) {
  if (answers.length === 0) return null
  return (
    <dl class="refusals">
      {answers.map(({ status, description, response }) => {
        const said = examplesOf(response)
          .map(({ summary }) => summary)
          .filter((summary) => summary !== '' && summary !== description)
        return (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              {said.length === 0 ? description : null}
              {said.length > 0 && <Messages about={description} said={said} />}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Messages({ about, said }: { readonly about: string; readonly said: readonly string[] }) {
  return (
    <>
      {about}
      <ul>
        {said.map((text) => (
          <li key={text}>“{text}”</li>
        ))}
      </ul>
    </>
  )
}

interface ShapeProps {
  readonly title: string
  readonly note?: string | undefined
  readonly schema: Schema
  readonly document: OpenApi
  readonly isReply?: boolean
}

function Shape({ title, note, schema, document, isReply = false }: ShapeProps) {
  const telling = { document, isReply }
  const fields = fieldsOf(schema, telling)
  const type = typeOf(schema, telling)
  return (
    <Part title={title} note={note ?? (type === 'object' ? undefined : type)}>
      {fields.length > 0 && <FieldTable fields={fields} isReply={isReply} />}
      {fields.length === 0 && type === 'object' && <p class="quiet">Any JSON object.</p>}
    </Part>
  )
}

interface PartProps {
  readonly title: string
  readonly note?: string | undefined
  readonly children: ComponentChildren
}

function Part({ title, note, children }: PartProps) {
  return (
    <section class="part">
      <h4>
        {title} {note && <span class="quiet">{note}</span>}
      </h4>
      {children}
    </section>
  )
}
