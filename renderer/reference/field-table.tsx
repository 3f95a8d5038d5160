import { Badge } from '../ui/display.tsx'
import { RichText } from '../ui/rich-text.tsx'
import type { Field } from './fields.ts'

interface FieldTableProps {
  readonly fields: readonly Field[]
  /** Replies contain all their fields, so `required` is not shown. */
  readonly isReply?: boolean
}

/** Fields with types, bounds and defaults. Nested fields are listed below their parent. */
export function FieldTable({ fields, isReply = false }: FieldTableProps) {
  return (
    <ul class="fields">
      {fields.map((field) => (
        <li key={field.name}>
          <p class="field-head">
            <code class="field-name">{field.name}</code>
            <span class="field-type">{field.type}</span>
            {field.isRequired && !isReply && <Badge tone="attention">required</Badge>}
          </p>
          <Rules field={field} />
          {field.description && (
            <div class="field-words">
              <RichText text={field.description} />
            </div>
          )}
          {field.fields.length > 0 && (
            <details>
              <summary>
                {field.fields.length} {field.fields.length === 1 ? 'field' : 'fields'} of{' '}
                <code>{field.name}</code>
              </summary>
              <FieldTable fields={field.fields} isReply={isReply} />
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

function Rules({ field: { rules, fallback } }: { readonly field: Field }) {
  const words = [...rules, ...(fallback === undefined ? [] : [`default ${fallback}`])]
  if (words.length === 0) return null
  return (
    <div class="field-rules">
      <RichText text={words.join(' · ')} />
    </div>
  )
}
