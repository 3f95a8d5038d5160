import type { ComponentChildren } from 'preact'
import { CopyField } from '../ui/copy-field.tsx'
import { Badge } from '../ui/display.tsx'
import { curlOf } from './curl.ts'
import { FieldTable } from './field-table.tsx'
import { type Field, fieldsOf, rulesOf, typeOf } from './fields.ts'
import {
  type Endpoint,
  isStream,
  type OpenApi,
  type Parameter,
  type Schema,
  schemaOf,
} from './openapi.ts'

interface EndpointProps {
  readonly endpoint: Endpoint
  readonly document: OpenApi
}

/** One endpoint: what it does, what it takes, what it answers. */
export function EndpointSection({ endpoint, document }: EndpointProps) {
  const { operationId, method, path, summary, parameters = [], requestBody } = endpoint
  const body = requestBody && schemaOf(requestBody)
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
      {parameters.length > 0 && (
        <Part title="Parameters">
          <FieldTable fields={parameters.map((parameter) => parameterField(parameter, document))} />
        </Part>
      )}
      {body && <Shape title="Body" schema={body} document={document} />}
      <Answers endpoint={endpoint} document={document} />
      <Part title="Example">
        <CopyField label={`Example: ${summary}`} text={curlOf(endpoint, document)} />
      </Part>
    </article>
  )
}

function Who({ endpoint: { security = [] } }: Pick<EndpointProps, 'endpoint'>) {
  if (security.some((way) => 'apiKey' in way)) return <Badge tone="person">API key</Badge>
  if (security.some((way) => 'visitorToken' in way)) return <Badge tone="ai">Visitor token</Badge>
  return <Badge>No key</Badge>
}

function Answers({ endpoint, document }: EndpointProps) {
  const answers = Object.entries(endpoint.responses)
  const good = answers.filter(([status]) => status.startsWith('2'))
  const bad = answers.filter(([status]) => !status.startsWith('2'))
  return (
    <>
      {good.map(([status, answer]) => {
        const schema = schemaOf(answer)
        if (isStream(answer) || !schema) {
          return (
            <Part key={status} title={`Answers ${status}`}>
              <p class="quiet">Server-sent events, for as long as the connection is open.</p>
            </Part>
          )
        }
        return (
          <Shape
            key={status}
            title={`Answers ${status}`}
            schema={schema}
            document={document}
            isReply
          />
        )
      })}
      {bad.length > 0 && (
        <Part title="Refuses with">
          <dl class="refusals">
            {bad.map(([status, { description }]) => (
              <div key={status}>
                <dt>{status}</dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
    </>
  )
}

interface ShapeProps {
  readonly title: string
  readonly schema: Schema
  readonly document: OpenApi
  readonly isReply?: boolean
}

function Shape({ title, schema, document, isReply = false }: ShapeProps) {
  const fields = fieldsOf(schema, document)
  const type = typeOf(schema, document)
  return (
    <Part title={title} note={type === 'object' ? undefined : type}>
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

function parameterField(
  { name, schema, required, in: place }: Parameter,
  document: OpenApi,
): Field {
  return {
    name,
    type: `${typeOf(schema, document)} in ${place}`,
    isRequired: required ?? false,
    rules: rulesOf(schema),
    description: schema.description,
    fields: [],
  }
}
