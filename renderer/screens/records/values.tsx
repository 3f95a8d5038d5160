import type { JsonObject } from '#contracts/scalars.ts'
import { Card } from '../../ui/display.tsx'

interface ValuesProps {
  readonly title: string
  readonly note?: string
  readonly values: JsonObject
  /** Text if there are no values; without it, nothing is rendered then. */
  readonly none?: string
  /** Label of a name, if known. */
  readonly nameOf?: (name: string) => string
}

/** Shows variables, an evaluation or another object as names and values. */
export function Values({ title, note, values, none, nameOf = (name) => name }: ValuesProps) {
  const entries = Object.entries(values)
  if (entries.length === 0 && none === undefined) return null
  return (
    <Card title={title} {...(note !== undefined && { note })}>
      {entries.length === 0 ? (
        <p class="quiet">{none}</p>
      ) : (
        <dl class="values">
          {entries.map(([name, value]) => (
            <div key={name}>
              <dt dir="auto">{nameOf(name)}</dt>
              <dd dir="auto">{print(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}

function print(value: unknown): string {
  if (typeof value === 'string') return value === '' ? '–' : value
  if (value === null) return '–'
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value)
}
