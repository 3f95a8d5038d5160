import type { ComponentChildren } from 'preact'

interface FactsProps {
  readonly rows?: readonly (readonly [term: string, value: ComponentChildren])[]
  readonly children?: ComponentChildren
}

/** Description list: terms and values. */
export function Facts({ rows = [], children }: FactsProps) {
  return (
    <dl class="facts">
      {rows.map(([term, value]) => (
        <Fact key={term} term={term}>
          {value}
        </Fact>
      ))}
      {children}
    </dl>
  )
}

export function Fact(props: { readonly term: string; readonly children: ComponentChildren }) {
  return (
    <div class="fact-row">
      <dt>{props.term}</dt>
      <dd>{props.children}</dd>
    </div>
  )
}
